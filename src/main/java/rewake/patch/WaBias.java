package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * WA_BIAS: in the comparison of loads prev pays half of the imbalance_pct of the domain that holds both CPUs, which draws
 * wakees to their waker.
 *
 * <p>Author: Peter Zijlstra. Commit f2cdd9cc6c97, after d153b153446f. Kernels: 4.14 and later; NO_WA_BIAS in debugfs is what
 * {@code no-wa-bias} is.
 *
 * <p>Taken off, the two loads are compared as they are; a tie still goes to prev, or to the waker's CPU if it is sync.
 * Without {@code wa-weight} there is no comparison to bias.
 */
public final class WaBias {
    private WaBias() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakeAffine(kernel.wakeAffine().withBiased(true));
    }
}
