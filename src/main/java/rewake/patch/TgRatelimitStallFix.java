package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Fix unfairness caused by stalled tg_load_avg_contrib when the last task migrates out. A run queue with no load
 * left is still updated while its group believes otherwise; the rate limit had kept it from telling.
 *
 * <p>Mail: xupengbo. Kernels: 6.19 and later, and 6.12.y. Commit ca125231dd29.
 *
 * <p>Makes a difference with tg-ratelimit alone, or decay-only; base tells at once.
 */
public final class TgRatelimitStallFix {
    private TgRatelimitStallFix() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withKeepsContributing(true));
    }
}
