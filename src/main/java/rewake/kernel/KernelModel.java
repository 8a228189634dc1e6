package rewake.kernel;

import java.util.List;
import rewake.kernel.pelt.TgRules;

/**
 * A kernel: one value per policy of wake-up placement. A patch is a function from kernel to kernel, so a version is an
 * origin with a series of patches on it, and a variant is the series with one more or one less.
 *
 * <p>Fair tasks only, symmetric capacities, no energy-aware scheduling, no core scheduling, bare metal (no preempted
 * virtual CPUs), {@code sched_features} at their defaults.
 *
 * @param name as printed: {@code v6.1+no-sis-single-pass}
 * @param series ids of the patches that made it, in the order of history
 * @param wakeAffine where the search starts
 * @param earlyTests what is tried before any search
 * @param idleSearch how the LLC is searched
 * @param scanLimit how far
 * @param wakelist how the wake-up reaches its CPU
 * @param slowPath where forks and execs go
 * @param delaysDequeue a sleeper without lag to spare stays queued (6.12), and waking it places nothing
 * @param skipsSchedIdle a sched-idle CPU is a busy one to a task that is SCHED_IDLE itself (7.1)
 * @param tg when the loads of task groups are written and read: places nothing by itself
 */
public record KernelModel(
        String name,
        List<String> series,
        WakeAffine wakeAffine,
        EarlyTests earlyTests,
        IdleSearch idleSearch,
        ScanLimit scanLimit,
        Wakelist wakelist,
        SlowPath slowPath,
        boolean delaysDequeue,
        boolean skipsSchedIdle,
        TgRules tg) {

    /** Copies the series. */
    public KernelModel {
        series = List.copyOf(series);
    }

    /**
     * What the catalogue's series starts from: the kernel of 5.4 with WA_IDLE, WA_WEIGHT and WA_BIAS off, so that these three
     * are patches as well. Never released in this form.
     */
    public static KernelModel origin() {
        return new KernelModel(
                "origin",
                List.of(),
                new WakeAffine(false, false, false, false, false, false, 125),
                new EarlyTests(StackRule.NEVER, RecentRule.ON_HIT, false, true),
                new IdleSearch(false, false, true, false, false, false, SchedIdleRule.IDLE_PREFERRED, false, false),
                SisProp.AVG_IDLE,
                new Wakelist(false, false, false),
                new SlowPath(false, ForkNuma.LOCAL_HAS_IDLE, false),
                false,
                false,
                TgRules.BASE);
    }

    /** {@code select_task_rq()} for the wake-up asked in {@code s}: a {@link Placement}. */
    public long selectTaskRq(SchedState s) {
        return FastPath.selectTaskRq(this, s);
    }

    /** {@code select_idle_sibling()} towards {@code target} alone: a {@link Placement}, affinity of target not mended. */
    public long selectIdleSibling(SchedState s, int target) {
        return FastPath.selectIdleSibling(this, s, target);
    }

    /**
     * {@code select_task_rq()} for a fork or exec: a {@link Placement}. The state is that without the task to be placed, the
     * question names the forking or exec'ing CPU as both its own and prev.
     *
     * @throws IllegalStateException where {@link SlowPath#modelled} is false
     */
    public long selectForForkOrExec(SchedState s) {
        return slowPath.select(this, s);
    }

    /** Whether this is a wide wake-up, which stays with prev. */
    public boolean wakeWide(SchedState s) {
        return WakeAffine.wide(s);
    }

    /** {@code wake_affine()}: the waker's CPU or prev; for a waker on another CPU than prev. */
    public int wakeAffine(SchedState s) {
        return wakeAffine.choose(s);
    }

    /** Whether {@link #wakeAffine} compares loads here, because no idle CPU settles it. */
    public boolean comparesLoads(SchedState s) {
        return wakeAffine.comparesLoads(s);
    }

    /** That comparison: how much more loaded prev is, in hundredths of load; above 0 the waker's CPU is chosen. */
    public long loadMargin(SchedState s) {
        return wakeAffine.loadMargin(s);
    }

    /** Whether both kernels have the same policies of placement, whatever their names: then no decision can differ. */
    public boolean decidesLike(KernelModel other) {
        return wakesLike(other) && slowPath.equals(other.slowPath);
    }

    /** Whether both have the same policies for wake-ups, so that only forks and execs can be placed differently. */
    public boolean wakesLike(KernelModel other) {
        return wakeAffine.equals(other.wakeAffine)
                && earlyTests.equals(other.earlyTests)
                && idleSearch.equals(other.idleSearch)
                && scanLimit.equals(other.scanLimit)
                && wakelist.equals(other.wakelist)
                && delaysDequeue == other.delaysDequeue
                && skipsSchedIdle == other.skipsSchedIdle;
    }

    /** Whether both go the same way up to the search: a decision that {@link Placement#endedEarly} is the same for both. */
    public boolean beginsLike(KernelModel other) {
        return wakeAffine.equals(other.wakeAffine)
                && earlyTests.equals(other.earlyTests)
                && skipsSchedIdle == other.skipsSchedIdle;
    }

    /** Whether both write and read the loads of task groups alike. */
    public boolean countsLike(KernelModel other) {
        return tg.equals(other.tg);
    }

    /** The same kernel under another name and series. */
    public KernelModel named(String newName, List<String> newSeries) {
        return new KernelModel(
                newName,
                newSeries,
                wakeAffine,
                earlyTests,
                idleSearch,
                scanLimit,
                wakelist,
                slowPath,
                delaysDequeue,
                skipsSchedIdle,
                tg);
    }

    /** Changes where the search starts. */
    public KernelModel withWakeAffine(WakeAffine value) {
        return new KernelModel(
                name,
                series,
                value,
                earlyTests,
                idleSearch,
                scanLimit,
                wakelist,
                slowPath,
                delaysDequeue,
                skipsSchedIdle,
                tg);
    }

    /** Changes the early tests. */
    public KernelModel withEarlyTests(EarlyTests value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                value,
                idleSearch,
                scanLimit,
                wakelist,
                slowPath,
                delaysDequeue,
                skipsSchedIdle,
                tg);
    }

    /** Changes the search. */
    public KernelModel withIdleSearch(IdleSearch value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                earlyTests,
                value,
                scanLimit,
                wakelist,
                slowPath,
                delaysDequeue,
                skipsSchedIdle,
                tg);
    }

    /** Changes the limit of the search. */
    public KernelModel withScanLimit(ScanLimit value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                earlyTests,
                idleSearch,
                value,
                wakelist,
                slowPath,
                delaysDequeue,
                skipsSchedIdle,
                tg);
    }

    /** Changes how wake-ups are queued. */
    public KernelModel withWakelist(Wakelist value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                earlyTests,
                idleSearch,
                scanLimit,
                value,
                slowPath,
                delaysDequeue,
                skipsSchedIdle,
                tg);
    }

    /** Changes where forks and execs go. */
    public KernelModel withSlowPath(SlowPath value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                earlyTests,
                idleSearch,
                scanLimit,
                wakelist,
                value,
                delaysDequeue,
                skipsSchedIdle,
                tg);
    }

    /** Changes whether a dequeue can be delayed. */
    public KernelModel withDelaysDequeue(boolean value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                earlyTests,
                idleSearch,
                scanLimit,
                wakelist,
                slowPath,
                value,
                skipsSchedIdle,
                tg);
    }

    /** Changes whether SCHED_IDLE tasks pass over sched-idle CPUs. */
    public KernelModel withSkipsSchedIdle(boolean value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                earlyTests,
                idleSearch,
                scanLimit,
                wakelist,
                slowPath,
                delaysDequeue,
                value,
                tg);
    }

    /** Changes when the loads of task groups are written and read. */
    public KernelModel withTg(TgRules value) {
        return new KernelModel(
                name,
                series,
                wakeAffine,
                earlyTests,
                idleSearch,
                scanLimit,
                wakelist,
                slowPath,
                delaysDequeue,
                skipsSchedIdle,
                value);
    }
}
