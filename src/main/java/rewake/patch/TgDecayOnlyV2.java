package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * sched/fair: only update_tg_load_avg() when cfs_rq decayed, updated. As v1, but {@code cpufreq} is told of load that was
 * propagated; of removed load still not.
 *
 * <p>Mail: Aaron Lu, 19 Jul 2023, {@code 20230719132914.GA91858@ziqianlu-dell}. Kernels: never merged.
 *
 * <p>The sketch of 20 Jul (the flag is tested with the period) makes the same calls.
 */
public final class TgDecayOnlyV2 {
    private TgDecayOnlyV2() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withCalls(TgRules.Calls.PERIOD_V2));
    }
}
