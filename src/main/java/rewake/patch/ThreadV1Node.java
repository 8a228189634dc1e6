package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * "node" of the first series' tables: tg-node.
 *
 * <p>Mail: Aaron Lu, {@code 20230718134120.81199-3-aaron.lu@intel.com}. A name for a stack of the thread, not a patch of its
 * own.
 */
public final class ThreadV1Node {
    private ThreadV1Node() {}

    /** The kernel with the patches. */
    public static KernelModel apply(KernelModel kernel) {
        return TgNode.apply(kernel);
    }
}
