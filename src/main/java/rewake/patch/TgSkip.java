package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * sched/fair: skip some update_cfs_group() on en/dequeue_entity(). The weight of a group's entity is worked out anew where it
 * joins a queue with others on it, and where it stays queued, but neither where it leaves nor where it will be alone.
 *
 * <p>Mail: Aaron Lu, RFC 4/4, 18 Jul 2023, {@code 20230718134120.81199-5-aaron.lu@intel.com}. Kernels: never merged.
 *
 * <p>Alone here, without the two patches that it was posted on; {@code thread-v1-skip} has all three.
 */
public final class TgSkip {
    private TgSkip() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withReads(TgRules.Reads.SKIPS));
    }
}
