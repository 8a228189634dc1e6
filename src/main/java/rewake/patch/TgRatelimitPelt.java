package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * The rate limit in its first form: a run queue writes where its PELT clock is more than 1 ms beyond its last write, tested
 * together with the change's size.
 *
 * <p>Mail: Aaron Lu, 19 Jul 2023, {@code 20230719051826.GB84059@ziqianlu-dell}. Kernels: not merged in this form.
 *
 * <p>Replaces the limit of a kernel that has one. Bandwidth limits, which stop that clock, are not modelled.
 */
public final class TgRatelimitPelt {
    private TgRatelimitPelt() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withLimit(TgRules.Limit.PELT_CLOCK));
    }
}
