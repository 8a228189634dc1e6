package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Reduce minimal imbalance threshold. The default imbalance_pct falls from 125 to 117, the value that domains within
 * an LLC have had before.
 *
 * <p>Mail: Vincent Guittot, v2, 21 Sep 2020, {@code 20200921072424.14813-3-vincent.guittot@linaro.org}. Commit 2208cdaa56c9.
 * Kernels: 5.10 and later.
 *
 * <p>Here it is the bias that prev pays in {@code wake_affine()} where it lies outside the waker's LLC: 8 % and no longer 12 %;
 * and the thresholds of the fork and exec path there. What it does to balancing is not modelled.
 */
public final class Imbalance117 {
    private Imbalance117() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakeAffine(kernel.wakeAffine().withFarImbalancePct(117));
    }
}
