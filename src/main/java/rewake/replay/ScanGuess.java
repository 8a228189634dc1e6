package rewake.replay;

import rewake.kernel.Machine;

/**
 * nr_idle_scan of each LLC, inferred from past decisions. It changes at a periodic balance only, which no event shows, and
 * stays for milliseconds, so decisions tell it: an idle CPU found at the k-th probe means at least k, an idle CPU there
 * that was not found means less. Each value from 0 to the LLC's size has a credit; votes and time wear it off. Where no
 * decision speaks, the value computed from replayed utilisation ({@link ScanRange}) holds.
 *
 * <p>Source: {@code update_idle_cpu_scan()} for when and between what bounds it changes; how fast credit wears off and what
 * weight the computed value has are choices of ours.
 */
final class ScanGuess {
    private static final double KEEP = 15.0 / 16;
    private static final double KEEP_AT_BALANCE = 7.0 / 8;
    private static final double MODELLED = 2;
    private static final double IN_RANGE = 1;
    private static final double DOUBT = 1;

    private final ScanRange modelled;
    private final double[][] credit;
    private final int[] now;
    private final int[] low;
    private final int[] high;

    ScanGuess(Machine machine, ScanRange modelled) {
        this.modelled = modelled;
        int llcs = machine.llcs();
        credit = new double[llcs][];
        for (int cpu = 0; cpu < machine.cpus(); cpu++)
            if (credit[machine.llc(cpu)] == null) credit[machine.llc(cpu)] = new double[machine.llcWeight(cpu) + 1];
        now = new int[llcs];
        low = new int[llcs];
        high = new int[llcs];
        for (int llc = 0; llc < llcs; llc++) choose(llc);
    }

    /** Recomputes what is due at {@code timeNs}. */
    void at(long timeNs) {
        for (int llc = 0; llc < now.length; llc++) {
            if (!modelled.at(llc, timeNs)) continue;
            wear(llc, KEEP_AT_BALANCE);
            choose(llc);
        }
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
        wear(llc, KEEP);
        double[] of = credit[llc];
        for (int value = atLeast ? probes : 0; value < (atLeast ? of.length : probes); value++) of[value]++;
        choose(llc);
    }

    private void wear(int llc, double keep) {
        double[] of = credit[llc];
        for (int value = 0; value < of.length; value++) of[value] *= keep;
    }

    private void choose(int llc) {
        double[] of = credit[llc];
        int best = modelled.now(llc);
        for (int value = 0; value < of.length; value++) if (total(llc, value) > total(llc, best)) best = value;
        now[llc] = best;
        low[llc] = best;
        high[llc] = best;
        double enough = total(llc, best) - DOUBT;
        for (int value = 0; value < of.length; value++) {
            if (total(llc, value) < enough) continue;
            low[llc] = Math.min(low[llc], value);
            high[llc] = Math.max(high[llc], value);
        }
    }

    private double total(int llc, int value) {
        double prior = value == modelled.now(llc)
                ? MODELLED
                : value >= modelled.low(llc) && value <= modelled.high(llc) ? IN_RANGE : 0;
        return credit[llc][value] + prior;
    }
}
