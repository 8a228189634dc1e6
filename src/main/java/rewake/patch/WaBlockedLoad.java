package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Use load instead of runnable load in wakeup path. {@code wake_affine()} compares root load averages that include
 * the load of tasks asleep on the CPU.
 *
 * <p>Mail: Vincent Guittot, v4, 18 Oct 2019, {@code 1571405198-27570-10-git-send-email-vincent.guittot@linaro.org}. Commit
 * 11f10e5420f6. Kernels: 5.5 and later.
 *
 * <p>Without it the load is that of the runnable tasks ({@link rewake.kernel.SchedState#runnableLoad}), exact where all
 * are in the root group. The hunks of the fork and exec path belong to {@code fork-idlest-group} here.
 */
public final class WaBlockedLoad {
    private WaBlockedLoad() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakeAffine(kernel.wakeAffine().withBlockedLoad(true));
    }
}
