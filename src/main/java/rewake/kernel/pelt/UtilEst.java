package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * {@code util_est}: what a task used when it last went to sleep, and the sum of that over the tasks queued on a CPU.
 *
 * <p>Source: {@code util_est_update()}, {@code util_est_enqueue()}, {@code util_est_dequeue()}, kernel/sched/fair.c.
 */
final class UtilEst {
    /** One hundredth of a CPU: changes below it do not move the mean. */
    private static final long MARGIN = 1024 / 100;

    private static final int WEIGHT_SHIFT = 2;
    private static final long CAPACITY = 1024;

    private final boolean one;
    private final long[] ofCpu;
    private int[] enqueued = new int[64];
    private int[] ewma = new int[64];
    private boolean[] stored = new boolean[64];

    UtilEst(int cpus, boolean one) {
        this.one = one;
        ofCpu = new long[cpus];
    }

    void room(int task) {
        if (task < ewma.length) return;
        int n = Math.max(task + 1, ewma.length * 2);
        enqueued = Arrays.copyOf(enqueued, n);
        ewma = Arrays.copyOf(ewma, n);
        stored = Arrays.copyOf(stored, n);
    }

    void forget(int task) {
        enqueued[task] = 0;
        ewma[task] = 0;
        stored[task] = false;
    }

    /** {@code util_avg} of the task was worked out anew: what it sleeps with next is news (UTIL_AVG_UNCHANGED is cleared). */
    void utilChanged(int task) {
        stored[task] = false;
    }

    /** {@code cfs_rq->avg.util_est} of the root: the queued tasks' together. */
    long ofCpu(int cpu) {
        return ofCpu[cpu];
    }

    /** {@code _task_util_est()}. */
    long of(int task) {
        return one ? ewma[task] : Math.max(ewma[task], enqueued[task]);
    }

    /** {@code util_est.enqueued}; stays 0 where there is only one value. */
    long enqueued(int task) {
        return enqueued[task];
    }

    /** {@code util_est.ewma}, or the one value. */
    long ewma(int task) {
        return ewma[task];
    }

    void enqueue(int cpu, int task) {
        ofCpu[cpu] += of(task);
    }

    void dequeue(int cpu, int task) {
        ofCpu[cpu] -= Math.min(ofCpu[cpu], of(task));
    }

    /**
     * {@code task} goes to sleep with these averages; nothing happens where they are those that were stored last.
     *
     * @param runnable {@code runnable_avg}: well above util, the task had to wait and util says too little (v6.8)
     */
    void slept(int task, long util, long runnable) {
        if (stored[task]) return;
        stored[task] = one ? sleptOne(task, util, runnable) : sleptTwo(task, util);
    }

    private boolean sleptOne(int task, long util, long runnable) {
        long mean = ewma[task];
        if (mean > util) {
            if (mean - util < MARGIN || util > CAPACITY || util + MARGIN < runnable) return false;
            ewma[task] = (int) ((4 * mean - (mean - util)) >> WEIGHT_SHIFT);
        } else {
            ewma[task] = (int) util;
        }
        return true;
    }

    private boolean sleptTwo(int task, long util) {
        long before = enqueued[task];
        long mean = ewma[task];
        if (mean < util) {
            enqueued[task] = (int) util;
            ewma[task] = (int) util;
            return true;
        }
        long off = util - mean;
        if (Math.abs(off) < MARGIN) {
            if (Math.abs(before - util) < MARGIN) return false;
            enqueued[task] = (int) util;
            return true;
        }
        if (util > CAPACITY) return false;
        enqueued[task] = (int) util;
        ewma[task] = (int) ((4 * mean + off) >> WEIGHT_SHIFT);
        return true;
    }
}
