package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * The rate limit by {@code sched_clock_cpu()}, which neither slows down nor stops, as review asked for.
 *
 * <p>Mail: Dietmar Eggemann, 21 Jul 2023, a remark, {@code 96efae1a-37f6-c8da-5cdb-07b460307d6b@arm.com}. Kernels: merged as
 * tg-ratelimit.
 *
 * <p>The same numbers as tg-ratelimit by construction.
 */
public final class TgRatelimitSched {
    private TgRatelimitSched() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withLimit(TgRules.Limit.SCHED_CLOCK));
    }
}
