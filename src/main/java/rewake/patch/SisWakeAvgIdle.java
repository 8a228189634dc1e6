package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.SisProp;

/**
 * sched/fair: Age the average idle time. SIS_PROP computes its limit from {@code rq->wake_avg_idle}, which is halved for every
 * jiffy since the last wake-up and shrinks by the time spent scanning, and no longer from a 512th of {@code rq->avg_idle}.
 *
 * <p>Author: Peter Zijlstra. Commit 94aafc3ee31d. Kernels: 5.14 to 5.19; 6.0 limits by SIS_UTIL instead.
 *
 * <p>Hunk by hunk: {@code ttwu_do_wakeup()} sets the stamp and wake_avg_idle; {@code select_idle_cpu()} ages it before use and
 * subtracts what a finished scan took. The averages are kept by whoever fills the state
 * ({@link rewake.kernel.IdleAverages}); this function only says which one the limit reads.
 */
public final class SisWakeAvgIdle {
    private SisWakeAvgIdle() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withScanLimit(SisProp.WAKE_AVG_IDLE);
    }
}
