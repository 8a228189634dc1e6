package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Skip SCHED_IDLE rq for SCHED_IDLE task. A CPU that runs only SCHED_IDLE tasks is a busy one to a task that is
 * SCHED_IDLE itself: it would preempt nobody there and share the CPU.
 *
 * <p>Mail: Christian Loehle, 3 Feb 2026, {@code 20260203184939.2138022-1-christian.loehle@arm.com}. Commit fd54d81c2c0e.
 * Kernels: 7.1 and later.
 *
 * <p>Hunk by hunk: {@code choose_sched_idle_rq()} asks besides for the policy of the task that is placed, and stands wherever
 * {@code sched_idle_cpu()} stood in the early tests, {@code __select_idle_cpu()}, {@code select_idle_core()}'s fallback,
 * {@code select_idle_smt()} and the fork and exec path. (Capacity scan: not modelled; the periodic balancer keeps the old test.)
 */
public final class SchedIdleSkip {
    private SchedIdleSkip() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withSkipsSchedIdle(true);
    }
}
