package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.PERIOD_CONTRIB;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fair run queues as PELT sees them, one per group and CPU: what is queued, what of it runs, and averages that contain
 * sleepers as well. A sleeper that wakes elsewhere or exits is noted as removed, and taken off at the queue's next update.
 * Whatever joins or leaves is noted as well, for the group's entity one level up. Weights of entities are 1024 at nice 0.
 * Beside the row of its averages a queue has two cache lines, so that an event touches few.
 *
 * <p>Source: {@code update_cfs_rq_load_avg()}, {@code attach_entity_load_avg()}, {@code detach_entity_load_avg()},
 * {@code remove_entity_load_avg()}, {@code add_tg_cfs_propagate()}, kernel/sched/fair.c.
 */
final class CfsRqs {
    /** Nothing runs. */
    static final int NONE = -1;

    private static final int SHIFT = 4;
    private static final int CURR = 0;
    private static final int WEIGHT = 1;
    private static final int NR = 2;
    private static final int TASKS = 3;
    private static final int PROPAGATES = 4;
    private static final int TO_PROPAGATE = 5;
    private static final int REMOVED_NR = 6;
    /** {@code prop_removed_sum} of a kernel that delays removals. */
    private static final int DELAYED = 7;

    private static final int REMOVED_LOAD = 8;
    private static final int REMOVED_UTIL = 9;
    private static final int REMOVED_RUNNABLE = 10;
    /** Updates that crossed the end of a period. */
    private static final int PERIODS = 11;

    final SchedAvgs avgs;
    /** The load of queued tasks alone, where somebody asked for it. */
    @Nullable
    RunnableLoads runnable;

    private final boolean removalChanges;
    private final boolean delaysRemoval;
    private long[] rows;

    CfsRqs(int queues, TgRules rules) {
        avgs = new SchedAvgs(queues);
        rows = new long[queues << SHIFT];
        for (int q = 0; q < queues; q++) curr(q, NONE);
        removalChanges = rules.removalChanges();
        delaysRemoval = rules.delaysRemoval();
    }

    /** Run queues that are as {@code of} are, and follow the same rules. */
    CfsRqs(CfsRqs of) {
        avgs = new SchedAvgs(of.avgs);
        rows = of.rows.clone();
        removalChanges = of.removalChanges;
        delaysRemoval = of.delaysRemoval;
    }

    /** Makes it {@code queues} queues. */
    void room(int queues) {
        int old = rows.length >> SHIFT;
        avgs.room(queues - 1);
        if (runnable != null) runnable.room(queues);
        rows = Arrays.copyOf(rows, queues << SHIFT);
        for (int q = old; q < queues; q++) curr(q, NONE);
    }

    private long get(int q, int field) {
        return rows[(q << SHIFT) + field];
    }

    private void add(int q, int field, long by) {
        rows[(q << SHIFT) + field] += by;
    }

    private void set(int q, int field, long value) {
        rows[(q << SHIFT) + field] = value;
    }

    /** The running entity: a task, {@link GroupTree#entity} of a group's queue, or {@link #NONE}. */
    int curr(int q) {
        return (int) get(q, CURR);
    }

    void curr(int q, int entity) {
        set(q, CURR, entity);
    }

    /** Queues an entity of {@code scaled} weight: 1024 times its weight. */
    void enqueue(int q, long scaled) {
        add(q, WEIGHT, scaled);
        add(q, NR, 1);
    }

    void dequeue(int q, long scaled) {
        add(q, WEIGHT, -scaled);
        add(q, NR, -1);
    }

    /** Queues a task, with the load it has. */
    void enqueueTask(int q, SchedAvgs ofTasks, int task, int itsWeight) {
        enqueue(q, (long) itsWeight << 10);
        addTasks(q, 1);
        if (runnable != null) runnable.join(q, ofTasks, task, itsWeight);
    }

    void dequeueTask(int q, SchedAvgs ofTasks, int task, int itsWeight) {
        dequeue(q, (long) itsWeight << 10);
        addTasks(q, -1);
        if (runnable != null) runnable.leave(q, ofTasks, task, itsWeight);
    }

    /** A queued entity has another weight. */
    void reweigh(int q, long scaledBy) {
        add(q, WEIGHT, scaledBy);
    }

    /** Queued entities, groups among them. */
    int nr(int q) {
        return (int) get(q, NR);
    }

    /** {@code h_nr_running}: queued tasks of this queue and of the groups below it. */
    int tasks(int q) {
        return (int) get(q, TASKS);
    }

    void addTasks(int q, int by) {
        add(q, TASKS, by);
    }

    /** {@code scale_load_down(load.weight)}: 1024 for a nice-0 task. */
    long weight(int q) {
        return down(get(q, WEIGHT));
    }

    /** {@code scale_load_down()}. */
    static long down(long scaled) {
        return scaled == 0 ? 0 : Math.max(2, scaled >> 10);
    }

    /**
     * Takes off what was removed, with the divider from before, then brings the averages to {@code now}.
     *
     * @return whether the averages are others than before, as far as the rules count that
     */
    boolean update(int q, long now) {
        int at = q << SHIFT;
        boolean changed = rows[at + REMOVED_NR] != 0;
        if (changed) {
            takeRemoved(q);
            changed = removalChanges;
        }
        if (runnable != null) runnable.update(q, now);
        if (!avgs.updateSum(q, now, down(rows[at + WEIGHT]), rows[at + TASKS], rows[at + CURR] != NONE)) return changed;
        avgs.updateAvg(q, 1);
        rows[at + PERIODS]++;
        return true;
    }

    /** Updates that crossed the end of a period, and so worked the averages out anew. */
    long periods(int q) {
        return get(q, PERIODS);
    }

    void clearPeriods() {
        for (int q = 0; q < rows.length >> SHIFT; q++) set(q, PERIODS, 0);
    }

    private void takeRemoved(int q) {
        long divider = avgs.divider(q);
        long removedRunnable = get(q, REMOVED_RUNNABLE) * divider;
        take(q, LOAD_AVG, LOAD_SUM, get(q, REMOVED_LOAD), get(q, REMOVED_LOAD) * divider);
        take(q, UTIL_AVG, UTIL_SUM, get(q, REMOVED_UTIL), get(q, REMOVED_UTIL) * divider);
        take(q, RUNNABLE_AVG, RUNNABLE_SUM, get(q, REMOVED_RUNNABLE), removedRunnable);
        long left = -removedRunnable >> 10;
        if (delaysRemoval) add(q, DELAYED, left);
        else propagate(q, left);
        set(q, REMOVED_NR, 0);
        set(q, REMOVED_LOAD, 0);
        set(q, REMOVED_UTIL, 0);
        set(q, REMOVED_RUNNABLE, 0);
    }

    /** Notes the entity of {@code row}, brought to the queue's time, as removed. */
    void remove(int q, SchedAvgs entities, int row) {
        add(q, REMOVED_NR, 1);
        add(q, REMOVED_LOAD, entities.get(row, LOAD_AVG));
        add(q, REMOVED_UTIL, entities.get(row, UTIL_AVG));
        add(q, REMOVED_RUNNABLE, entities.get(row, RUNNABLE_AVG));
    }

    /** What {@link #update} will take off the load; {@code removed.load_avg}. */
    long removedLoad(int q) {
        return get(q, REMOVED_NR) == 0 ? 0 : get(q, REMOVED_LOAD);
    }

    /** Notes that runnable time of {@code sum} joined the queue, or left it where negative; with it goes what was delayed. */
    void propagate(int q, long sum) {
        set(q, PROPAGATES, 1);
        add(q, TO_PROPAGATE, sum + get(q, DELAYED));
        set(q, DELAYED, 0);
    }

    /** Runnable time that left, and of which nobody is told yet: 0 where removals are not delayed. */
    boolean isDelayed(int q) {
        return get(q, DELAYED) != 0;
    }

    /** Whether something joined or left since {@link #propagated}. */
    boolean propagates(int q) {
        return get(q, PROPAGATES) != 0;
    }

    /** The level above learns what joined and left. */
    void propagated(int q) {
        set(q, PROPAGATES, 0);
    }

    /** Runnable time that joined, less what left, until {@link #takenOver}. */
    long toPropagate(int q) {
        return get(q, TO_PROPAGATE);
    }

    void takenOver(int q) {
        set(q, TO_PROPAGATE, 0);
    }

    /** The entity of {@code row} joins with the averages it has. */
    void attach(int q, SchedAvgs entities, int row, long itsWeight) {
        fit(q, entities, row, itsWeight);
        addLoad(q, entities, row, itsWeight);
        avgs.add(q, UTIL_AVG, entities.get(row, UTIL_AVG));
        avgs.set(q, UTIL_SUM, Decay.u32(avgs.get(q, UTIL_SUM) + entities.get(row, UTIL_SUM)));
        avgs.add(q, RUNNABLE_AVG, entities.get(row, RUNNABLE_AVG));
        avgs.add(q, RUNNABLE_SUM, entities.get(row, RUNNABLE_SUM));
        propagate(q, entities.get(row, LOAD_SUM));
    }

    /** The sums of the entity of {@code row} are made to fit the queue's period and its averages. */
    void fit(int q, SchedAvgs entities, int row, long itsWeight) {
        long divider = avgs.divider(q);
        entities.set(row, LUT, avgs.get(q, LUT));
        entities.set(row, PERIOD_CONTRIB, avgs.get(q, PERIOD_CONTRIB));
        entities.set(row, UTIL_SUM, Decay.u32(entities.get(row, UTIL_AVG) * divider));
        entities.set(row, RUNNABLE_SUM, entities.get(row, RUNNABLE_AVG) * divider);
        long sum = entities.get(row, LOAD_AVG) * divider;
        entities.set(row, LOAD_SUM, itsWeight < sum ? sum / itsWeight : 1);
    }

    /** The entity of {@code row}, brought to the queue's time, leaves at once. */
    void detach(int q, SchedAvgs entities, int row, long itsWeight) {
        takeLoad(q, entities, row, itsWeight);
        take(q, UTIL_AVG, UTIL_SUM, entities.get(row, UTIL_AVG), entities.get(row, UTIL_SUM));
        take(q, RUNNABLE_AVG, RUNNABLE_SUM, entities.get(row, RUNNABLE_AVG), entities.get(row, RUNNABLE_SUM));
        propagate(q, -entities.get(row, LOAD_SUM));
    }

    void addLoad(int q, SchedAvgs entities, int row, long itsWeight) {
        avgs.add(q, LOAD_AVG, entities.get(row, LOAD_AVG));
        avgs.add(q, LOAD_SUM, itsWeight * entities.get(row, LOAD_SUM));
    }

    void takeLoad(int q, SchedAvgs entities, int row, long itsWeight) {
        take(q, LOAD_AVG, LOAD_SUM, entities.get(row, LOAD_AVG), itsWeight * entities.get(row, LOAD_SUM));
    }

    private void take(int q, int average, int sum, long fromAverage, long fromSum) {
        long left = Decay.subPositive(avgs.get(q, average), fromAverage);
        avgs.set(q, average, left);
        avgs.set(q, sum, Decay.floored(Decay.subPositive(avgs.get(q, sum), fromSum), left));
    }

    /** A group's entity on this queue changed; so does the queue. */
    void change(int q, int average, int sum, long byAverage, long bySum) {
        long left = Math.max(0, avgs.get(q, average) + byAverage);
        avgs.set(q, average, left);
        avgs.set(q, sum, Decay.floored(Math.max(0, avgs.get(q, sum) + bySum), left));
    }

    /** Whether nothing is queued and nothing is left of what was. */
    boolean isGone(int q) {
        return get(q, WEIGHT) == 0
                && get(q, DELAYED) == 0
                && (avgs.get(q, LOAD_SUM) | avgs.get(q, UTIL_SUM) | avgs.get(q, RUNNABLE_SUM)) == 0;
    }

    /** {@code load_avg} as it would be at {@code now}, what was removed taken off first. */
    long agedLoad(int q, long now) {
        return avgs.agedLoad(q, now, weight(q), get(q, REMOVED_LOAD));
    }
}
