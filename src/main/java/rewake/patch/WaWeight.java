package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * WA_WEIGHT: where idleness did not decide, {@code wake_affine()} takes the CPU that would be less loaded with the wakee on it.
 *
 * <p>Author: Peter Zijlstra. Commit f2cdd9cc6c97, after d153b153446f. Kernels: 4.14 and later; NO_WA_WEIGHT in debugfs is what
 * {@code no-wa-weight} is.
 *
 * <p>Taken off, prev stays the target wherever WA_IDLE did not decide.
 */
public final class WaWeight {
    private WaWeight() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakeAffine(kernel.wakeAffine().withAsksWeight(true));
    }
}
