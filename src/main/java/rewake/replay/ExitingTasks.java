package rewake.replay;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds where a task leaves its group and joins the same again as it exits. No event tells it; but a running task is taken off
 * its queue and put back, so that a wait of 0 ends that never began. Others are as well, when their priority or affinity
 * changes: it counts of a task whose exit was recorded before, or, where exits are not, of one that dies before it leaves its CPU.
 *
 * <p>Source: {@code sched_autogroup_exit_task()}, called by {@code do_exit()} after its trace event, in kernels with autogroups,
 * but for some that skip it where the group stays the same (commit eff6c8ce8d4d, reverted by 76f970ce51c8).
 */
public final class ExitingTasks {
    private static final int NONE = -1;

    private final BitSet exited = new BitSet();
    /** By CPU: the task that runs there and was taken off its queue and put back meanwhile, or −1. */
    private final int[] requeued;

    /** Nobody exits yet. */
    public ExitingTasks(int cpus) {
        requeued = new int[cpus];
        Arrays.fill(requeued, NONE);
    }

    /** Another task runs on {@code cpu}. */
    public void running(int cpu) {
        requeued[cpu] = NONE;
    }

    /** The exit of {@code task} was recorded. */
    public void exits(int task) {
        exited.set(task);
    }

    /** {@code task}, which runs on {@code cpu}, was taken off its queue and put back; tells whether that was it. */
    public boolean rejoins(int task, int cpu) {
        boolean known = exited.get(task);
        requeued[cpu] = known ? NONE : task;
        exited.clear(task);
        return known;
    }

    /** {@code task} died on {@code cpu}; tells whether that was where it was put back last, as nobody saw its exit. */
    public boolean rejoined(int task, int cpu) {
        boolean known = exited.get(task);
        exited.clear(task);
        boolean was = requeued[cpu] == task;
        requeued[cpu] = NONE;
        return was && !known;
    }
}
