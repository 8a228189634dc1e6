package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * sched/fair: Ratelimit update to tg->load_avg. A run queue that has written to its group's load writes again after 1 ms of
 * {@code sched_clock_cpu()} or later. Only a write starts the ms.
 *
 * <p>Mail: Aaron Lu, v2 1/1, 12 Sep 2023, {@code 20230912065808.2530-2-aaron.lu@intel.com}. Kernels: 6.7 and later. Commit
 * 1528c661c24b.
 *
 * <p>The clock is the run-queue clock of the operation. To 6.18 a load can stay in the group for good: see tg-ratelimit-stall-
 * fix.
 */
public final class TgRatelimit {
    private TgRatelimit() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withLimit(TgRules.Limit.SCHED_CLOCK));
    }
}
