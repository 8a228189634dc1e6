package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * "rate" of the tables of August: tg-ratelimit.
 *
 * <p>Mail: Aaron Lu, {@code 20230811092811.GA399195@ziqianlu-dell}. A name for a stack of the thread, not a patch of its own.
 */
public final class ThreadV2Rate {
    private ThreadV2Rate() {}

    /** The kernel with the patches. */
    public static KernelModel apply(KernelModel kernel) {
        return TgRatelimit.apply(kernel);
    }
}
