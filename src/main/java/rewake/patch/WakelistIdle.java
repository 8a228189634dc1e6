package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched: Remove the limitation of WF_ON_CPU on wakelist if wakee cpu is idle. A wake-up to a CPU with nothing runnable
 * is queued to it by interrupt even under one LLC, so that the target enqueues it itself.
 *
 * <p>Mail: Tianchen Ding, two patches. Commits 28156108fecb and f3dd3f674555. Kernels: 6.0 and later.
 *
 * <p>Hunk by hunk: {@code ttwu_queue_cond()} asks for {@code nr_running} of the target CPU; the flag WF_ON_CPU goes. For
 * placement it matters because a queued wake-up marks its CPU as not idle for others. The shortcut for a wakee
 * still on its CPU places nothing and is not modelled.
 */
public final class WakelistIdle {
    private WakelistIdle() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakelist(kernel.wakelist().withToIdleCpus(true));
    }
}
