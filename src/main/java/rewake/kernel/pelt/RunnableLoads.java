package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;

import java.util.Arrays;

/**
 * {@code runnable_load_avg} of run queues, which kernels to 5.6 kept beside {@code load_avg}: what the queued tasks brought
 * along, without that of sleepers, whose part leaves with them. Entities of groups are left out, each queue has its tasks'.
 *
 * <p>Source: {@code enqueue_runnable_load_avg()}, {@code dequeue_runnable_load_avg()}, kernel/sched/fair.c of v5.4.
 */
final class RunnableLoads {
    private final SchedAvgs avgs;
    private long[] weight;

    RunnableLoads(int queues) {
        avgs = new SchedAvgs(queues);
        weight = new long[queues];
    }

    void room(int queues) {
        avgs.room(queues - 1);
        weight = Arrays.copyOf(weight, queues);
    }

    /** The queue is brought to {@code now}. */
    void update(int q, long now) {
        if (avgs.updateSum(q, now, weight[q], 0, false)) avgs.updateAvg(q, 1);
    }

    /** A task is queued, or has this weight from now on. */
    void join(int q, SchedAvgs tasks, int task, int itsWeight) {
        weight[q] += itsWeight;
        avgs.add(q, LOAD_AVG, tasks.get(task, LOAD_AVG));
        avgs.add(q, LOAD_SUM, itsWeight * tasks.get(task, LOAD_SUM));
    }

    /** A task is dequeued, or had this weight until now. */
    void leave(int q, SchedAvgs tasks, int task, int itsWeight) {
        weight[q] -= itsWeight;
        avgs.set(q, LOAD_AVG, Decay.subPositive(avgs.get(q, LOAD_AVG), tasks.get(task, LOAD_AVG)));
        avgs.set(q, LOAD_SUM, Decay.subPositive(avgs.get(q, LOAD_SUM), itsWeight * tasks.get(task, LOAD_SUM)));
    }

    long of(int q) {
        return avgs.get(q, LOAD_AVG);
    }
}
