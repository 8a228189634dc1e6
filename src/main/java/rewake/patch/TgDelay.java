package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: delay update_tg_load_avg() for cfs_rq's removed load. Load that tasks took to another CPU leaves its run queue at
 * once; the group, and the levels above, learn of it when something else is attached or detached there, when a period ends, or
 * from the update of blocked load.
 *
 * <p>Mail: Aaron Lu, RFC 3/4, 18 Jul 2023, {@code 20230718134120.81199-4-aaron.lu@intel.com}. Kernels: never merged.
 *
 * <p>Alone here, without the counters a node that it was posted on; {@code thread-v1-delay} has both.
 */
public final class TgDelay {
    private TgDelay() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withDelaysRemoval(true));
    }
}
