package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.PERIOD_CONTRIB;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

/**
 * Single averages of {@link FairLoads}: what one would read at a given time, and recorded values in place of the model's. A
 * recording has averages and no sums.
 *
 * <p>What was read last stands in {@link #load}, {@link #runnable} and {@link #util}. Weights are 1024 at nice 0. Source:
 * {@code __update_load_avg_se()}, {@code __update_load_avg_cfs_rq()}, kernel/sched/pelt.c.
 */
public final class Signals {
    private final FairLoads fair;
    private final GroupLoads loads;
    private final SchedAvgs scratch = new SchedAvgs(1);
    private long load;
    private long runnable;
    private long util;

    /** Reads and corrects {@code fair}; groups and run queues those of {@code loads}. */
    public Signals(FairLoads fair, GroupLoads loads) {
        this.fair = fair;
        this.loads = loads;
    }

    /** Reads and corrects {@code fair}, which has no variants. */
    public Signals(FairLoads fair) {
        this(fair, fair.first);
    }

    /** {@code by} hears of each update of a run queue. */
    public void watched(Updates by) {
        loads.watched(by);
    }

    /** {@code load_avg} as read last. */
    public long load() {
        return load;
    }

    /** {@code runnable_avg} as read last. */
    public long runnable() {
        return runnable;
    }

    /** {@code util_avg} as read last. */
    public long util() {
        return util;
    }

    /** Reads {@code task} as of {@code now}, ns of the PELT clock; false where it never was on a run queue. */
    public boolean readTask(int task, long now, long weight) {
        if (fair.cpu(task) < 0 || fair.avgs.get(task, LUT) == 0) return false;
        copy(fair.avgs, task);
        boolean queued = fair.onRq(task);
        boolean runs = queued && fair.running(fair.cpu(task)) == task;
        boolean due = scratch.updateSum(0, now, queued ? 1 : 0, fair.tasks.runnable(task), runs);
        read(due, fair.weight(task), weight);
        return true;
    }

    /** Reads the entity of {@code group} on {@code cpu}; false for the root and where it is not attached. */
    public boolean readEntity(int group, int cpu, long now, long weight) {
        if (group == 0 || group >= fair.tree.count()) return false;
        int q = fair.tree.queue(group, cpu);
        if (loads.groups.avgs.get(q, LUT) == 0) return false;
        copy(loads.groups.avgs, q);
        boolean queued = loads.groups.onRq(q);
        boolean runs = loads.queues.curr(fair.tree.parent(q)) == GroupTree.entity(q);
        boolean due = scratch.updateSum(0, now, queued ? 1 : 0, loads.groups.runnable(q), runs);
        read(due, CfsRqs.down(loads.groups.weight(q)), weight);
        return true;
    }

    /** Brings the run queue of {@code group} on {@code cpu} to {@code now}, as an update does that no event tells, and reads it. */
    public boolean readQueue(int group, int cpu, long now) {
        if (group >= fair.tree.count()) return false;
        int q = fair.tree.queue(group, cpu);
        if (loads.queues.avgs.get(q, LUT) < now) loads.queues.update(q, now);
        copy(loads.queues.avgs, q);
        read();
        return true;
    }

    /** Reads the run queue of {@code group} on {@code cpu} as it would be at {@code now} if nothing were removed. */
    public boolean peekQueue(int group, int cpu, long now) {
        int q = fair.tree.queue(group, cpu);
        CfsRqs queues = loads.queues;
        copy(queues.avgs, q);
        boolean runs = queues.curr(q) != CfsRqs.NONE;
        if (scratch.updateSum(0, now, queues.weight(q), queues.tasks(q), runs)) scratch.updateAvg(0, 1);
        read();
        return true;
    }

    /** {@code task}, just read, has these averages of {@code now}. */
    public void takeTask(int task, long now, long weight, long itsLoad, long itsRunnable, long itsUtil) {
        fit(fair.avgs, task, now, weight, itsLoad, itsRunnable, itsUtil);
    }

    /** Whether the entity of {@code group} on {@code cpu} has a weight that was worked out from the group's load. */
    public boolean hasShares(int group, int cpu) {
        return loads.groups.hasShares(fair.tree.queue(group, cpu));
    }

    /** The entity of {@code group} on {@code cpu} had this weight before it is updated again. */
    public void weighEntity(int group, int cpu, long weight) {
        if (group == 0) return;
        int q = fair.tree.queue(group, cpu);
        if (CfsRqs.down(loads.groups.weight(q)) != weight) loads.groups.weigh(q, weight << 10);
    }

    /**
     * The entity of {@code group} on {@code cpu}, just read, has these averages of {@code now} with that weight, which may be
     * another by now.
     */
    public void takeEntity(int group, int cpu, long now, long weight, long itsLoad, long itsRunnable, long itsUtil) {
        SchedAvgs to = loads.groups.avgs;
        int q = fair.tree.queue(group, cpu);
        fit(to, q, now, weight, itsLoad, itsRunnable, itsUtil);
        long weighs = CfsRqs.down(loads.groups.weight(q));
        if (weighs != weight) to.set(q, LOAD_AVG, weighs * to.get(q, LOAD_SUM) / to.divider(q));
    }

    /**
     * The run queue of {@code group} on {@code cpu} had these averages of {@code now}. Its load may be another by now, as
     * entities on it got another weight: it is corrected by what it was off.
     *
     * @param off recorded load less the model's at that moment
     */
    public void takeQueue(int group, int cpu, long now, long off, long itsRunnable, long itsUtil) {
        SchedAvgs to = loads.queues.avgs;
        int row = fair.tree.queue(group, cpu);
        passUp(row, RUNNABLE_SUM, RUNNABLE_AVG, itsRunnable - to.get(row, RUNNABLE_AVG));
        passUp(row, UTIL_SUM, UTIL_AVG, itsUtil - to.get(row, UTIL_AVG));
        to.set(row, LUT, now);
        to.set(row, PERIOD_CONTRIB, (now >> 10) % Decay.PERIOD);
        shift(to, row, LOAD_SUM, LOAD_AVG, Math.max(0, to.get(row, LOAD_AVG) + off));
        shift(to, row, RUNNABLE_SUM, RUNNABLE_AVG, itsRunnable);
        shift(to, row, UTIL_SUM, UTIL_AVG, itsUtil);
    }

    private void copy(SchedAvgs from, int row) {
        for (int field = LUT; field <= UTIL_AVG; field++) scratch.set(0, field, from.get(row, field));
    }

    /** Averages are worked out where a period ended; and the load, where the entity has another weight. */
    private void read(boolean due, long weighs, long weight) {
        if (due) scratch.updateAvg(0, weight);
        else if (weighs != weight) scratch.set(0, LOAD_AVG, weight * scratch.get(0, LOAD_SUM) / scratch.divider(0));
        read();
    }

    private void read() {
        load = scratch.get(0, LOAD_AVG);
        runnable = scratch.get(0, RUNNABLE_AVG);
        util = scratch.get(0, UTIL_AVG);
    }

    /** Where the entities above have just been given what their queues have, they have what is corrected of those as well. */
    private void passUp(int queue, int sum, int average, long by) {
        SchedAvgs of = loads.groups.avgs;
        SchedAvgs queues = loads.queues.avgs;
        for (int q = queue;
                !fair.tree.isRoot(q) && of.get(q, average) == queues.get(q, average);
                q = fair.tree.parent(q)) {
            int on = fair.tree.parent(q);
            long is = of.get(q, average) + by;
            of.set(q, average, is);
            of.set(q, sum, is * queues.divider(on));
            if (q != queue) shift(queues, q, sum, average, queues.get(q, average) + by);
            if (fair.tree.isRoot(on)) shift(queues, on, sum, average, Math.max(0, queues.get(on, average) + by));
        }
    }

    /** An entity is recorded when its averages have just been worked out: the sums are what they can be, as near as possible. */
    private void fit(SchedAvgs to, int row, long now, long weight, long itsLoad, long itsRunnable, long itsUtil) {
        long contrib = (now >> 10) % Decay.PERIOD;
        long divider = Decay.MIN_DIVIDER + contrib;
        long w = Math.max(1, weight);
        fit(to, row, LOAD_SUM, LOAD_AVG, itsLoad, (itsLoad * divider + w - 1) / w, (divider - 1) / w);
        fit(to, row, RUNNABLE_SUM, RUNNABLE_AVG, itsRunnable, itsRunnable * divider, divider - 1);
        fit(to, row, UTIL_SUM, UTIL_AVG, itsUtil, itsUtil * divider, divider - 1);
        to.set(row, LUT, now);
        to.set(row, PERIOD_CONTRIB, contrib);
    }

    private void fit(SchedAvgs to, int row, int sum, int average, long value, long least, long room) {
        to.set(row, average, value);
        to.set(row, sum, Math.clamp(scratch.get(0, sum), least, least + room));
    }

    /** A run queue is recorded in between as well: what its sums have grown by in this period is not in its averages yet. */
    private static void shift(SchedAvgs to, int row, int sum, int average, long value) {
        long by = (value - to.get(row, average)) * to.divider(row);
        to.set(row, average, value);
        to.set(row, sum, Math.max(0, to.get(row, sum) + by));
    }
}
