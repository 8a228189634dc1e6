package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * The feature bits of 6.0 to 6.6 turned round: SIS_PROP on, SIS_UTIL off. The scan limit comes from idle time and scan cost of the
 * waker's CPU again.
 *
 * <p>Author of the limit: Peter Zijlstra, commit 1ad3aaf3fcd2 (4.13). It was the default to 5.19, and removed in 6.7 (commit
 * 984ffb6a4366); on such a kernel the model puts it back.
 *
 * <p>The idle average is the one that ages ({@code sis-wake-avg-idle}), as in those kernels. On a kernel that is limited by SIS_PROP
 * anyway it changes nothing.
 */
public final class SisProp {
    private SisProp() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.scanLimit() instanceof rewake.kernel.SisUtil
                ? kernel.withScanLimit(rewake.kernel.SisProp.WAKE_AVG_IDLE)
                : kernel;
    }
}
