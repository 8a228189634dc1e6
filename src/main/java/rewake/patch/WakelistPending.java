package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched: Clear ttwu_pending after enqueue_task(). A queued wake-up hides that its CPU is idle until it is enqueued, and no
 * longer only until the interrupt that enqueues it begins.
 *
 * <p>Mail: Tianchen Ding, v2, 4 Nov 2022, {@code 20221104023601.12844-1-dtcccc@linux.alibaba.com}. Commit d6962c4fe8f9.
 * Kernels: 6.2 and later.
 *
 * <p>One hunk in {@code sched_ttwu_pending()}. In a trace: with it a CPU is not idle from the decision to
 * {@code sched_wakeup}; without it the CPU looks idle again 1 to 3 µs before (measured with tracing on).
 */
public final class WakelistPending {
    private WakelistPending() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakelist(kernel.wakelist().withPendingUntilEnqueued(true));
    }
}
