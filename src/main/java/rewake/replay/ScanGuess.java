package rewake.replay;

import rewake.kernel.Machine;

/**
 * nr_idle_scan of each LLC, inferred from past decisions. It changes at a periodic balance only and stays for milliseconds, so
 * decisions tell it: an idle CPU found at the k-th probe means at least k, an idle CPU there that was not found means less.
 * How likely each value from 0 to the LLC's size is follows Bayes' rule: each such decision multiplies, and at each tick where a
 * balance may have been ({@link LlcBalance}) what was believed gives way, in part, to what that balance would have computed.
 *
 * <p>Before any balance the value is taken as the LLC's size less one: one that finds two CPUs busy, without which there is
 * none, computes no more unless they have just begun.
 *
 * <p>Source: {@code update_idle_cpu_scan()}. How often a decision misleads, how sure a balance is, what its computed value is
 * worth and the first value are choices of ours, made with recordings in sight.
 */
final class ScanGuess {
    /** A decision that says the value is on one side, and it is on the other. */
    private static final double MISLEADS = 1.0 / 16;
    /** A balance computes the value of the model, or one next to it. */
    private static final double MODELLED = 1.0 / 2;

    private static final double NEAR = 1.0 / 4;
    /** A balance took place where the model has one due, and where it has none but a CPU was idle at a tick. */
    private static final double DUE = 1.0 / 2;

    private static final double OPEN = 1.0 / 4;

    /** How likely each value is. */
    private final double[][] belief;

    private final int[] now;
    private final int[] low;
    private final int[] high;

    ScanGuess(Machine machine) {
        int llcs = machine.llcs();
        belief = new double[llcs][];
        for (int cpu = 0; cpu < machine.cpus(); cpu++)
            if (belief[machine.llc(cpu)] == null) belief[machine.llc(cpu)] = new double[machine.llcWeight(cpu) + 1];
        now = new int[llcs];
        low = new int[llcs];
        high = new int[llcs];
        for (int llc = 0; llc < llcs; llc++) computed(llc, belief[llc].length - 2, 1);
    }

    /** A balance of {@code llc} was {@code due}, or else open, and computes {@code modelled}. */
    void computed(int llc, int modelled, boolean due) {
        computed(llc, modelled, due ? DUE : OPEN);
    }

    /** The likeliest value. */
    int now(int llc) {
        return now[llc];
    }

    /** The lowest value that is about as likely. */
    int low(int llc) {
        return low[llc];
    }

    /** The highest value that is about as likely. */
    int high(int llc) {
        return high[llc];
    }

    /** A decision shows that the value is at least {@code probes}, or that it is less. */
    void learn(int llc, int probes, boolean atLeast) {
        double[] of = belief[llc];
        double sum = 0;
        for (int value = 0; value < of.length; value++) {
            of[value] *= value >= probes == atLeast ? 1 - MISLEADS : MISLEADS;
            sum += of[value];
        }
        for (int value = 0; value < of.length; value++) of[value] /= sum;
        choose(llc);
    }

    /** With probability {@code happened} the value was computed anew, and by the model it is {@code modelled}. */
    private void computed(int llc, int modelled, double happened) {
        double[] of = belief[llc];
        int least = Math.max(0, modelled - 1);
        int most = Math.min(of.length - 1, modelled + 1);
        for (int value = 0; value < of.length; value++) {
            double p = (1 - MODELLED - NEAR) / of.length;
            if (value >= least && value <= most) p += NEAR / (most - least + 1);
            if (value == modelled) p += MODELLED;
            of[value] += happened * (p - of[value]);
        }
        choose(llc);
    }

    private void choose(int llc) {
        double[] of = belief[llc];
        int best = 0;
        for (int value = 0; value < of.length; value++) if (of[value] > of[best]) best = value;
        now[llc] = best;
        low[llc] = best;
        high[llc] = best;
        double enough = of[best] * MISLEADS;
        for (int value = 0; value < of.length; value++) {
            if (of[value] < enough) continue;
            low[llc] = Math.min(low[llc], value);
            high[llc] = Math.max(high[llc], value);
        }
    }
}
