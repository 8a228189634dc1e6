package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * sched/fair: completely remove update_cfs_group() in dequeue path. On top of tg-skip, an entity that stays queued keeps its
 * weight as well when a task below it is dequeued.
 *
 * <p>Mail: Aaron Lu, 1/2, 19 Jul 2023, an experiment, {@code 20230719081102.GB90441@ziqianlu-dell}. Kernels: never merged.
 *
 * <p>It contains tg-skip. Why the thread dropped it, wake-up latencies of ms, is not to be seen where the recording says who
 * runs.
 */
public final class TgSkipNoDequeue {
    private TgSkipNoDequeue() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withReads(TgRules.Reads.SKIPS_DEQUEUE));
    }
}
