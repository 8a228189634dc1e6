package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * sched/fair: Make tg->load_avg per node. Writers add to the counter of the node they run on; every reader adds up all of them.
 *
 * <p>Mail: Aaron Lu, RFC 2/4, 18 Jul 2023, {@code 20230718134120.81199-3-aaron.lu@intel.com}. Kernels: never merged.
 *
 * <p>No number differs from that of one counter: what differs is whose cache gets which line, and what a reader has to read. It
 * walks a bitmap of all nodes that the kernel was built for, 1024 on distributions.
 */
public final class TgNode {
    private TgNode() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withCounters(TgRules.Counters.PER_NODE));
    }
}
