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
 *
 * <p>Source: {@code update_cfs_rq_load_avg()}, {@code attach_entity_load_avg()}, {@code detach_entity_load_avg()},
 * {@code remove_entity_load_avg()}, {@code add_tg_cfs_propagate()}, kernel/sched/fair.c.
 */
final class CfsRqs {
    /** Nothing runs. */
    static final int NONE = -1;

    final SchedAvgs avgs;
    /** The running entity: a task, {@link Groups#entity} of a group's queue, or {@link #NONE}. */
    int[] curr;
    /** The load of queued tasks alone, where somebody asked for it. */
    @Nullable
    RunnableLoads runnable;

    private long[] weight;
    private int[] nr;
    private int[] tasks;
    private int[] removedNr;
    private long[] removedLoad;
    private long[] removedUtil;
    private long[] removedRunnable;
    private boolean[] propagates;
    private long[] toPropagate;

    CfsRqs(int queues) {
        avgs = new SchedAvgs(queues);
        curr = new int[queues];
        Arrays.fill(curr, NONE);
        weight = new long[queues];
        nr = new int[queues];
        tasks = new int[queues];
        removedNr = new int[queues];
        removedLoad = new long[queues];
        removedUtil = new long[queues];
        removedRunnable = new long[queues];
        propagates = new boolean[queues];
        toPropagate = new long[queues];
    }

    /** Makes it {@code queues} queues. */
    void room(int queues) {
        int old = curr.length;
        avgs.room(queues - 1);
        if (runnable != null) runnable.room(queues);
        curr = Arrays.copyOf(curr, queues);
        Arrays.fill(curr, old, queues, NONE);
        weight = Arrays.copyOf(weight, queues);
        nr = Arrays.copyOf(nr, queues);
        tasks = Arrays.copyOf(tasks, queues);
        removedNr = Arrays.copyOf(removedNr, queues);
        removedLoad = Arrays.copyOf(removedLoad, queues);
        removedUtil = Arrays.copyOf(removedUtil, queues);
        removedRunnable = Arrays.copyOf(removedRunnable, queues);
        propagates = Arrays.copyOf(propagates, queues);
        toPropagate = Arrays.copyOf(toPropagate, queues);
    }

    /** Queues an entity of {@code scaled} weight: 1024 times its weight. */
    void enqueue(int q, long scaled) {
        weight[q] += scaled;
        nr[q]++;
    }

    void dequeue(int q, long scaled) {
        weight[q] -= scaled;
        nr[q]--;
    }

    /** Queues a task, with the load it has. */
    void enqueueTask(int q, SchedAvgs ofTasks, int task, int itsWeight) {
        enqueue(q, (long) itsWeight << 10);
        tasks[q]++;
        if (runnable != null) runnable.join(q, ofTasks, task, itsWeight);
    }

    void dequeueTask(int q, SchedAvgs ofTasks, int task, int itsWeight) {
        dequeue(q, (long) itsWeight << 10);
        tasks[q]--;
        if (runnable != null) runnable.leave(q, ofTasks, task, itsWeight);
    }

    /** A queued entity has another weight. */
    void reweigh(int q, long scaledBy) {
        weight[q] += scaledBy;
    }

    /** Queued entities, groups among them. */
    int nr(int q) {
        return nr[q];
    }

    /** {@code h_nr_running}: queued tasks of this queue and of the groups below it. */
    int tasks(int q) {
        return tasks[q];
    }

    void addTasks(int q, int by) {
        tasks[q] += by;
    }

    /** {@code scale_load_down(load.weight)}: 1024 for a nice-0 task. */
    long weight(int q) {
        return down(weight[q]);
    }

    /** {@code scale_load_down()}. */
    static long down(long scaled) {
        return scaled == 0 ? 0 : Math.max(2, scaled >> 10);
    }

    /**
     * Takes off what was removed, with the divider from before, then brings the averages to {@code now}.
     *
     * @return whether the averages are others than before
     */
    boolean update(int q, long now) {
        boolean changed = removedNr[q] != 0;
        if (changed) takeRemoved(q);
        if (runnable != null) runnable.update(q, now);
        if (!avgs.updateSum(q, now, down(weight[q]), tasks[q], curr[q] != NONE)) return changed;
        avgs.updateAvg(q, 1);
        return true;
    }

    private void takeRemoved(int q) {
        long divider = avgs.divider(q);
        take(q, LOAD_AVG, LOAD_SUM, removedLoad[q], removedLoad[q] * divider);
        take(q, UTIL_AVG, UTIL_SUM, removedUtil[q], removedUtil[q] * divider);
        take(q, RUNNABLE_AVG, RUNNABLE_SUM, removedRunnable[q], removedRunnable[q] * divider);
        propagate(q, -(removedRunnable[q] * divider) >> 10);
        removedNr[q] = 0;
        removedLoad[q] = 0;
        removedUtil[q] = 0;
        removedRunnable[q] = 0;
    }

    /** Notes an entity with these averages as removed. */
    void remove(int q, long load, long util, long runnable) {
        removedNr[q]++;
        removedLoad[q] += load;
        removedUtil[q] += util;
        removedRunnable[q] += runnable;
    }

    /** What {@link #update} will take off the load; {@code removed.load_avg}. */
    long removedLoad(int q) {
        return removedLoad[q];
    }

    /** Notes that runnable time of {@code sum} joined the queue, or left it where negative. */
    void propagate(int q, long sum) {
        propagates[q] = true;
        toPropagate[q] += sum;
    }

    /** Whether something joined or left since {@link #propagated}. */
    boolean propagates(int q) {
        return propagates[q];
    }

    /** The level above learns what joined and left. */
    void propagated(int q) {
        propagates[q] = false;
    }

    /** Runnable time that joined, less what left, until {@link #takenOver}. */
    long toPropagate(int q) {
        return toPropagate[q];
    }

    void takenOver(int q) {
        toPropagate[q] = 0;
    }

    /** The entity of {@code row} joins with the averages it has; its sums are made to fit the queue's period. */
    void attach(int q, SchedAvgs entities, int row, long itsWeight) {
        long divider = avgs.divider(q);
        entities.set(row, LUT, avgs.get(q, LUT));
        entities.set(row, PERIOD_CONTRIB, avgs.get(q, PERIOD_CONTRIB));
        entities.set(row, UTIL_SUM, Decay.u32(entities.get(row, UTIL_AVG) * divider));
        entities.set(row, RUNNABLE_SUM, entities.get(row, RUNNABLE_AVG) * divider);
        long sum = entities.get(row, LOAD_AVG) * divider;
        entities.set(row, LOAD_SUM, itsWeight < sum ? sum / itsWeight : 1);

        addLoad(q, entities, row, itsWeight);
        avgs.add(q, UTIL_AVG, entities.get(row, UTIL_AVG));
        avgs.set(q, UTIL_SUM, Decay.u32(avgs.get(q, UTIL_SUM) + entities.get(row, UTIL_SUM)));
        avgs.add(q, RUNNABLE_AVG, entities.get(row, RUNNABLE_AVG));
        avgs.add(q, RUNNABLE_SUM, entities.get(row, RUNNABLE_SUM));
        propagate(q, entities.get(row, LOAD_SUM));
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
        return weight[q] == 0 && (avgs.get(q, LOAD_SUM) | avgs.get(q, UTIL_SUM) | avgs.get(q, RUNNABLE_SUM)) == 0;
    }
}
