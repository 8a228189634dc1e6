package rewake.kernel;

import rewake.event.Topology;

/**
 * Where the search starts: the waker's CPU or the wakee's previous one ({@code wake_wide()}, {@code wake_affine()}).
 *
 * <p>Across nodes farther apart than {@code node_reclaim_distance} nothing is asked, since their domains lack SD_WAKE_AFFINE. Left out:
 * all CPUs have equal capacity, so capacities cancel. Source: {@code select_task_rq_fair()}, {@code wake_wide()}, {@code wake_affine_idle()}, {@code wake_affine_weight()}, features WA_IDLE, WA_WEIGHT, WA_BIAS.
 *
 * @param asksIdle WA_IDLE: idleness is asked before load
 * @param asksWeight WA_WEIGHT: loads are compared; where neither decides, prev stays
 * @param biased WA_BIAS: prev has to be lighter by half of the domain's imbalance_pct
 * @param prefersIdlePrev an idle prev is taken wherever it is, before loads are compared (5.11 and later)
 * @param ignoresDelayed the "waker is alone" test of a sync wake-up does not count delayed tasks (6.12.y)
 * @param blockedLoad the load of a CPU includes that of its sleepers (5.5 and later)
 * @param farImbalancePct {@code imbalance_pct} of domains beyond the LLC: 125 to 5.9, 117 since
 */
public record WakeAffine(
        boolean asksIdle,
        boolean asksWeight,
        boolean biased,
        boolean prefersIdlePrev,
        boolean ignoresDelayed,
        boolean blockedLoad,
        int farImbalancePct) {
    private static final int UNDECIDED = -1;

    /** Changes WA_IDLE. */
    public WakeAffine withAsksIdle(boolean value) {
        return new WakeAffine(value, asksWeight, biased, prefersIdlePrev, ignoresDelayed, blockedLoad, farImbalancePct);
    }

    /** Changes WA_WEIGHT. */
    public WakeAffine withAsksWeight(boolean value) {
        return new WakeAffine(asksIdle, value, biased, prefersIdlePrev, ignoresDelayed, blockedLoad, farImbalancePct);
    }

    /** Changes WA_BIAS. */
    public WakeAffine withBiased(boolean value) {
        return new WakeAffine(
                asksIdle, asksWeight, value, prefersIdlePrev, ignoresDelayed, blockedLoad, farImbalancePct);
    }

    /** Changes whether an idle prev is taken anywhere. */
    public WakeAffine withPrefersIdlePrev(boolean value) {
        return new WakeAffine(asksIdle, asksWeight, biased, value, ignoresDelayed, blockedLoad, farImbalancePct);
    }

    /** Changes whether delayed tasks count. */
    public WakeAffine withIgnoresDelayed(boolean value) {
        return new WakeAffine(asksIdle, asksWeight, biased, prefersIdlePrev, value, blockedLoad, farImbalancePct);
    }

    /** Changes whether sleepers weigh. */
    public WakeAffine withBlockedLoad(boolean value) {
        return new WakeAffine(asksIdle, asksWeight, biased, prefersIdlePrev, ignoresDelayed, value, farImbalancePct);
    }

    /** Changes the imbalance allowed beyond the LLC. */
    public WakeAffine withFarImbalancePct(int value) {
        return new WakeAffine(asksIdle, asksWeight, biased, prefersIdlePrev, ignoresDelayed, blockedLoad, value);
    }

    /** {@code want_affine}: whether the waker's CPU is in question at all. */
    boolean wanted(SchedState s) {
        int here = s.thisCpu();
        boolean wide = wide(s);
        s.tell(Question.WAKE_WIDE, here, Outcome.of(wide), 0);
        if (wide) return false;
        boolean allowed = s.allowed(here);
        if (!allowed) s.tell(Question.WAKER_ALLOWED, here, Outcome.NO, 0);
        return allowed;
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

    /** {@code wake_affine()}, where a domain allows it: idleness first (WA_IDLE), then load (WA_WEIGHT with WA_BIAS). */
    int choose(SchedState s) {
        if (!near(s)) return s.prev();
        int cpu = byIdleness(s);
        if (cpu != UNDECIDED) return cpu;
        if (!asksWeight) return s.prev();
        long margin = loadMargin(s);
        s.tell(Question.WA_WEIGHT, s.thisCpu(), Outcome.of(margin > 0), margin);
        return margin > 0 ? s.thisCpu() : s.prev();
    }

    /** Whether idleness leaves it to the loads. */
    boolean comparesLoads(SchedState s) {
        return asksWeight && near(s) && byIdleness(s) == UNDECIDED;
    }

    private static boolean near(SchedState s) {
        Topology topology = s.machine().topology();
        int here = topology.node()[s.thisCpu()];
        int prev = topology.node()[s.prev()];
        if (here == prev) return true;
        boolean near = topology.nodeDistances().near(here, prev);
        s.tell(
                Question.WA_NEAR,
                s.prev(),
                Outcome.of(near),
                topology.nodeDistances().between(here, prev));
        return near;
    }

    private int byIdleness(SchedState s) {
        int here = s.thisCpu();
        int prev = s.prev();
        if (!asksIdle) return UNDECIDED;
        boolean hereIdle = s.idle(here) && s.machine().shareLlc(here, prev);
        s.tell(Question.WA_IDLE, here, Outcome.of(hereIdle), 0);
        if (hereIdle) return s.idle(prev) ? prev : here;
        int others = s.nrRunning(here) - (ignoresDelayed ? s.delayedOnThis() : 0);
        boolean alone = s.sync() && others == 1;
        s.tell(Question.WA_SYNC, here, Outcome.of(alone), others);
        if (alone) return here;
        if (!prefersIdlePrev) return UNDECIDED;
        boolean prevIdle = s.idle(prev);
        s.tell(Question.WA_PREV_IDLE, prev, Outcome.of(prevIdle), 0);
        return prevIdle ? prev : UNDECIDED;
    }

    /**
     * By how much prev would be more loaded with the wakee on it than the waker's CPU, in hundredths of load; prev pays
     * half of the domain's imbalance_pct as bias. Above 0 the waker's CPU is chosen.
     */
    long loadMargin(SchedState s) {
        int here = s.thisCpu();
        int prev = s.prev();
        long moved = s.wakeeLoad();
        long hereLoad = load(s, here);
        if (s.sync()) {
            if (s.currentLoad() > hereLoad) return Long.MAX_VALUE;
            hereLoad -= s.currentLoad(); // the waker is about to sleep
        }
        int pct = s.machine().shareLlc(here, prev) ? s.machine().imbalancePct(here, prev) : farImbalancePct;
        long bias = biased ? 100L + (pct - 100) / 2 : 100;
        long tie = s.sync() ? (biased ? 1 : 100) : 0; // the kernel adds 1 to the product, which unbiased is the load
        return (load(s, prev) - moved) * bias + tie - (hereLoad + moved) * 100;
    }

    private long load(SchedState s, int cpu) {
        return blockedLoad ? s.load(cpu) : s.runnableLoad(cpu);
    }
}
