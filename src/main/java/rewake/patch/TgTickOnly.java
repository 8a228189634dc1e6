package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * sched/fair: completely remove update_cfs_group() from enqueue path. On top of the one before: the tick alone works out
 * weights.
 *
 * <p>Mail: Aaron Lu, 2/2, 19 Jul 2023, an experiment; asked for by Vincent Guittot, {@code 20230719081102.GB90441@ziqianlu-
 * dell}. Kernels: never merged.
 *
 * <p>It contains tg-skip and tg-skip-no-dequeue. A change of shares would work them out too; there is none here.
 */
public final class TgTickOnly {
    private TgTickOnly() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withReads(TgRules.Reads.TICK));
    }
}
