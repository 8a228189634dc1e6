package rewake.kernel;

/**
 * Where the search starts: the waker's CPU or the wakee's previous one ({@code wake_wide()}, {@code wake_affine()}).
 *
 * <p>Left out: WAKE_AFFINE is taken as set on every domain, which fails on NUMA machines whose nodes lie farther apart
 * than {@code node_reclaim_distance}; all CPUs have equal capacity, so capacities cancel. Source:
 * {@code wake_wide()}, {@code wake_affine_idle()}, {@code wake_affine_weight()}.
 *
 * @param prefersIdlePrev an idle prev is taken wherever it is, before loads are compared (5.11 and later)
 * @param ignoresDelayed the "waker is alone" test of a sync wake-up does not count delayed tasks (6.12.y)
 */
public record WakeAffine(boolean prefersIdlePrev, boolean ignoresDelayed) {
    private static final int UNDECIDED = -1;

    /** Changes whether delayed tasks count. */
    public WakeAffine withIgnoresDelayed(boolean value) {
        return new WakeAffine(prefersIdlePrev, value);
    }

    /** {@code want_affine}: whether the waker's CPU is in question at all. */
    boolean wanted(SchedState s) {
        return !wide(s) && s.allowed(s.thisCpu());
    }

    /** {@code wake_wide()}: one task wakes many, and more of them than the LLC can hold. */
    public static boolean wide(SchedState s) {
        return wide(s.wakerFlips(), s.wakeeFlips(), s.machine().llcWeight(s.thisCpu()));
    }

    /** The same for two flip counts and {@code sd_llc_size} of the waker's CPU. */
    public static boolean wide(int wakerFlips, int wakeeFlips, int llcSize) {
        long master = Math.max(wakerFlips, wakeeFlips);
        long slave = Math.min(wakerFlips, wakeeFlips);
        return slave >= llcSize && master >= slave * (long) llcSize;
    }

    /** {@code wake_affine()}: idleness first (WA_IDLE), then load (WA_WEIGHT with WA_BIAS). */
    int choose(SchedState s) {
        int cpu = byIdleness(s);
        if (cpu != UNDECIDED) return cpu;
        return loadMargin(s) > 0 ? s.thisCpu() : s.prev();
    }

    /** Whether idleness leaves it to the loads. */
    boolean comparesLoads(SchedState s) {
        return byIdleness(s) == UNDECIDED;
    }

    private int byIdleness(SchedState s) {
        int here = s.thisCpu();
        int prev = s.prev();
        if (s.idle(here) && s.machine().shareLlc(here, prev)) return s.idle(prev) ? prev : here;
        if (s.sync() && s.nrRunning(here) - (ignoresDelayed ? s.delayedOnThis() : 0) == 1) return here;
        return prefersIdlePrev && s.idle(prev) ? prev : UNDECIDED;
    }

    /**
     * By how much prev would be more loaded with the wakee on it than the waker's CPU, in hundredths of load; prev pays
     * half of the domain's imbalance_pct as bias. Above 0 the waker's CPU is chosen.
     */
    static long loadMargin(SchedState s) {
        int here = s.thisCpu();
        int prev = s.prev();
        long moved = s.wakeeLoad();
        long hereLoad = s.load(here);
        if (s.sync()) {
            if (s.currentLoad() > hereLoad) return Long.MAX_VALUE;
            hereLoad -= s.currentLoad(); // the waker is about to sleep
        }
        long bias = 100L + (s.machine().imbalancePct(here, prev) - 100) / 2;
        long hereCost = (hereLoad + moved) * 100;
        long prevCost = (s.load(prev) - moved) * bias + (s.sync() ? 1 : 0);
        return prevCost - hereCost;
    }
}
