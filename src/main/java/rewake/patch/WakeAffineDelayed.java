package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Fixup wake_up_sync() vs DELAYED_DEQUEUE. The test whether the waker of a sync wake-up is alone on its CPU does not
 * count delayed tasks.
 *
 * <p>Author: Xuewen Yan. Commit aa3ee4f0b754. Kernels: 6.16 and later, and 6.12.37 and later of 6.12.y.
 *
 * <p>One hunk in {@code wake_affine_idle()}. It needs the number of delayed tasks, which a plain trace does not show; unknown
 * counts as 0, and then it changes nothing.
 */
public final class WakeAffineDelayed {
    private WakeAffineDelayed() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakeAffine(kernel.wakeAffine().withIgnoresDelayed(true));
    }
}
