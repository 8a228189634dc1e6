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

/**
 * Fair run queues as PELT sees them: what is queued, what of it runs, and averages that contain sleepers as well. A sleeper
 * that wakes elsewhere or exits is noted as removed, and taken off at the queue's next update.
 *
 * <p>Source: {@code update_cfs_rq_load_avg()}, {@code attach_entity_load_avg()}, {@code detach_entity_load_avg()},
 * {@code remove_entity_load_avg()}, kernel/sched/fair.c.
 */
final class CfsRqs {
    private static final int NONE = -1;

    final SchedAvgs avgs;
    /** The running entity, or −1. */
    final int[] curr;

    private final long[] weight;
    private final int[] nr;
    private final int[] removedNr;
    private final long[] removedLoad;
    private final long[] removedUtil;
    private final long[] removedRunnable;

    CfsRqs(int queues) {
        avgs = new SchedAvgs(queues);
        curr = new int[queues];
        Arrays.fill(curr, NONE);
        weight = new long[queues];
        nr = new int[queues];
        removedNr = new int[queues];
        removedLoad = new long[queues];
        removedUtil = new long[queues];
        removedRunnable = new long[queues];
    }

    void enqueue(int q, long itsWeight) {
        weight[q] += itsWeight;
        nr[q]++;
    }

    void dequeue(int q, long itsWeight) {
        weight[q] -= itsWeight;
        nr[q]--;
    }

    int nr(int q) {
        return nr[q];
    }

    /** Takes off what was removed, with the divider from before, then brings the averages to {@code now}. */
    void update(int q, long now) {
        if (removedNr[q] != 0) takeRemoved(q);
        if (avgs.updateSum(q, now, weight[q], nr[q], curr[q] != NONE)) avgs.updateAvg(q, 1);
    }

    private void takeRemoved(int q) {
        long divider = avgs.divider(q);
        take(q, LOAD_AVG, LOAD_SUM, removedLoad[q], removedLoad[q] * divider);
        take(q, UTIL_AVG, UTIL_SUM, removedUtil[q], removedUtil[q] * divider);
        take(q, RUNNABLE_AVG, RUNNABLE_SUM, removedRunnable[q], removedRunnable[q] * divider);
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
    }

    /** The entity of {@code row}, brought to the queue's time, leaves at once. */
    void detach(int q, SchedAvgs entities, int row, long itsWeight) {
        takeLoad(q, entities, row, itsWeight);
        take(q, UTIL_AVG, UTIL_SUM, entities.get(row, UTIL_AVG), entities.get(row, UTIL_SUM));
        take(q, RUNNABLE_AVG, RUNNABLE_SUM, entities.get(row, RUNNABLE_AVG), entities.get(row, RUNNABLE_SUM));
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
}
