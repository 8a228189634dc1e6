package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * "node" of the tables of August: tg-ratelimit, tg-skip and tg-node-nodemask.
 *
 * <p>Mail: Aaron Lu, {@code 20230811092811.GA399195@ziqianlu-dell}. A name for a stack of the thread, not a patch of its own.
 */
public final class ThreadV2Node {
    private ThreadV2Node() {}

    /** The kernel with the patches. */
    public static KernelModel apply(KernelModel kernel) {
        return TgRatelimit.apply(TgSkip.apply(TgNodeNodemask.apply(kernel)));
    }
}
