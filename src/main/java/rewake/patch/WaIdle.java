package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * WA_IDLE: before loads are compared, {@code wake_affine()} asks who is idle: the waker's CPU (then an interrupt did the
 * waking), and whether a sync waker is alone on its CPU.
 *
 * <p>Author: Peter Zijlstra. Commit d153b153446f brought the feature bit. Kernels: 4.14 and later; it can be switched off in
 * debugfs (sched/features, NO_WA_IDLE), which is what {@code no-wa-idle} is.
 *
 * <p>Taken off, the test that {@code wa-prev-idle} added goes as well: it stands in the same function.
 */
public final class WaIdle {
    private WaIdle() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakeAffine(kernel.wakeAffine().withAsksIdle(true));
    }
}
