package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * "delay" of the first series' tables: tg-node and tg-delay.
 *
 * <p>Mail: Aaron Lu, {@code 20230718134120.81199-4-aaron.lu@intel.com}. A name for a stack of the thread, not a patch of its
 * own.
 */
public final class ThreadV1Delay {
    private ThreadV1Delay() {}

    /** The kernel with the patches. */
    public static KernelModel apply(KernelModel kernel) {
        return TgDelay.apply(TgNode.apply(kernel));
    }
}
