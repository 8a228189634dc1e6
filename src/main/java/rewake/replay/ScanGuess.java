package rewake.replay;

import java.util.Arrays;
import rewake.kernel.Machine;

/**
 * nr_idle_scan of each LLC, inferred from past decisions. It changes at a periodic balance only, which no event shows, and
 * stays for milliseconds, so decisions tell it: an idle CPU found at the k-th probe means at least k, an idle CPU there
 * that was not found means less. How likely each value from 0 to the LLC's size is follows Bayes' rule: each such decision
 * multiplies, and as time goes on the value may have been recomputed, so that what decisions told is worth less. Where none
 * speaks, the value computed from replayed utilisation ({@link ScanRange}) holds.
 *
 * <p>Source: {@code update_idle_cpu_scan()} for when and between what bounds it changes; {@code get_sd_balance_interval()} for
 * how often: an idle CPU balances its LLC every {@code llc_weight} ms at first, a busy one 16 times less often, and any of
 * them recomputes the value (from 5.10 on; before, 32 times). How often a decision misleads and what the computed value is
 * worth are choices of ours.
 */
final class ScanGuess {
    /** A decision that says the value is on one side, and it is on the other. */
    private static final double MISLEADS = 1.0 / 16;

    private static final double MODELLED = 1.0 / 2;
    private static final double IN_RANGE = 1.0 / 4;

    private static final double NS_PER_MS = 1e6;
    private static final int BUSY_FACTOR = 16;

    private final ScanRange modelled;
    /** How much likelier each value is than before any decision spoke. */
    private final double[][] evidence;

    private final long[] stampNs;
    private final int[] now;
    private final int[] low;
    private final int[] high;

    ScanGuess(Machine machine, ScanRange modelled) {
        this.modelled = modelled;
        int llcs = machine.llcs();
        evidence = new double[llcs][];
        for (int cpu = 0; cpu < machine.cpus(); cpu++)
            if (evidence[machine.llc(cpu)] == null) evidence[machine.llc(cpu)] = new double[machine.llcWeight(cpu) + 1];
        for (double[] of : evidence) Arrays.fill(of, 1);
        stampNs = new long[llcs];
        now = new int[llcs];
        low = new int[llcs];
        high = new int[llcs];
        for (int llc = 0; llc < llcs; llc++) choose(llc);
    }

    /** Recomputes what is due at {@code timeNs}. */
    void at(long timeNs) {
        for (int llc = 0; llc < now.length; llc++) {
            if (!modelled.at(llc, timeNs)) continue;
            fade(llc, timeNs);
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

    /** A decision at {@code timeNs} shows that the value is at least {@code probes}, or that it is less. */
    void learn(int llc, int probes, boolean atLeast, long timeNs) {
        fade(llc, timeNs);
        double[] of = evidence[llc];
        for (int value = 0; value < of.length; value++)
            of[value] *= value >= probes == atLeast ? 1 - MISLEADS : MISLEADS;
        double sum = 0;
        for (int value = 0; value < of.length; value++) sum += of[value] * prior(llc, value);
        for (int value = 0; value < of.length; value++) of[value] /= sum;
        choose(llc);
    }

    /** Since the last time the value may have been computed anew, once in {@code llc_weight} ms on average. */
    private void fade(int llc, long timeNs) {
        long passed = timeNs - stampNs[llc];
        if (passed <= 0) return;
        stampNs[llc] = timeNs;
        double[] of = evidence[llc];
        double interval = (of.length - 1) * NS_PER_MS * (modelled.hasIdle(llc) ? 1 : BUSY_FACTOR);
        double anew = -Math.expm1(-passed / interval);
        for (int value = 0; value < of.length; value++) of[value] += anew * (1 - of[value]);
    }

    private void choose(int llc) {
        double[] of = evidence[llc];
        int best = modelled.now(llc);
        for (int value = 0; value < of.length; value++) if (total(llc, value) > total(llc, best)) best = value;
        now[llc] = best;
        low[llc] = best;
        high[llc] = best;
        double enough = total(llc, best) * MISLEADS;
        for (int value = 0; value < of.length; value++) {
            if (total(llc, value) < enough) continue;
            low[llc] = Math.min(low[llc], value);
            high[llc] = Math.max(high[llc], value);
        }
    }

    private double total(int llc, int value) {
        return evidence[llc][value] * prior(llc, value);
    }

    private double prior(int llc, int value) {
        int least = modelled.low(llc);
        int most = modelled.high(llc);
        double p = (1 - MODELLED - IN_RANGE) / evidence[llc].length;
        if (value >= least && value <= most) p += IN_RANGE / (most - least + 1);
        return value == modelled.now(llc) ? p + MODELLED : p;
    }
}
