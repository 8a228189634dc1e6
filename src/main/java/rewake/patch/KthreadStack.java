package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.StackRule;

/**
 * sched/fair: Allow a per-CPU kthread waking a task to stack on the same CPU. A kernel thread bound to one CPU, alone on it, that
 * wakes a task which last ran there keeps it there: it hands back work and is about to sleep.
 *
 * <p>Author: Mel Gorman. Commit 52262ee567ad. Kernels: 5.6 (from -rc2) and later.
 *
 * <p>One hunk in {@code select_idle_sibling()}, between the tests of prev and of the recently used CPU. In this form an interrupt
 * over such a thread counts as well; {@code kthread-stack-in-task} mends that.
 */
public final class KthreadStack {
    private KthreadStack() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withEarlyTests(kernel.earlyTests().withStack(StackRule.WHILE_CURRENT));
    }
}
