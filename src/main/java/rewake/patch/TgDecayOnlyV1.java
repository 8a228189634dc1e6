package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * sched/fair: only update_tg_load_avg() when cfs_rq decayed. A run queue tells its group of its load when a period has ended,
 * unless the call that sees that attaches or detaches a task.
 *
 * <p>Mail: Aaron Lu, 19 Jul 2023, {@code 20230719080105.GA90441@ziqianlu-dell}. Kernels: never merged.
 *
 * <p>{@code cpufreq} is not told of removed or propagated load either, which Vincent Guittot found. The update of blocked load
 * calls as before, and so do moves between groups.
 */
public final class TgDecayOnlyV1 {
    private TgDecayOnlyV1() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withCalls(TgRules.Calls.PERIOD_V1));
    }
}
