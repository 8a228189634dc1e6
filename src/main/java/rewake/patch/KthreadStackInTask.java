package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.StackRule;

/**
 * sched/fair: Fix detection of per-CPU kthreads waking a task. The rule that stacks the wakee on a per-CPU kernel
 * thread's CPU applies only when that thread itself wakes it, not when an interrupt does while the thread is current.
 *
 * <p>Author: Vincent Donnefort. Commit 8b4e74ccb582. Kernels: 5.17 and later; also in stable 5.10.y, 5.15.y and 5.16.y.
 *
 * <p>One hunk: {@code in_task()} joins the condition in {@code select_idle_sibling()}. On a kernel without {@code kthread-stack} there
 * is nothing to mend.
 */
public final class KthreadStackInTask {
    private KthreadStackInTask() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.earlyTests().stack() == StackRule.NEVER
                ? kernel
                : kernel.withEarlyTests(kernel.earlyTests().withStack(StackRule.IN_TASK));
    }
}
