package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * "skip" of the first series' tables: tg-node, tg-delay and tg-skip.
 *
 * <p>Mail: Aaron Lu, {@code 20230718134120.81199-5-aaron.lu@intel.com}. A name for a stack of the thread, not a patch of its
 * own.
 */
public final class ThreadV1Skip {
    private ThreadV1Skip() {}

    /** The kernel with the patches. */
    public static KernelModel apply(KernelModel kernel) {
        return TgSkip.apply(TgDelay.apply(TgNode.apply(kernel)));
    }
}
