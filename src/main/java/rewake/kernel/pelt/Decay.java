package rewake.kernel.pelt;

/**
 * The arithmetic of a geometric series whose ratio y halves in 32 periods of 1024 units of 1024 ns, in integers and with
 * the kernel's rounding.
 *
 * <p>Source: {@code decay_load()}, {@code __accumulate_pelt_segments()}, {@code get_pelt_divider()} and the macros around
 * them, kernel/sched/pelt.c, pelt.h, fair.c.
 */
final class Decay {
    /** Periods in which a value halves. */
    static final int HALF = 32;
    /** Units in a period. */
    static final int PERIOD = 1024;
    /** The sum of a signal that was always 1: 1024 · (1 + y + y² + …), as the integers have it. */
    static final int MAX = 47742;
    /** The same without the period that is going on. */
    static final int MIN_DIVIDER = MAX - PERIOD;

    private static final int GONE = HALF * 63;
    private static final long U32 = 0xffff_ffffL;

    /** yⁿ · 2³² for n below 32. */
    private static final long[] Y = {
        0xffffffffL, 0xfa83b2daL, 0xf5257d14L, 0xefe4b99aL, 0xeac0c6e6L, 0xe5b906e6L, 0xe0ccdeebL, 0xdbfbb796L,
        0xd744fcc9L, 0xd2a81d91L, 0xce248c14L, 0xc9b9bd85L, 0xc5672a10L, 0xc12c4cc9L, 0xbd08a39eL, 0xb8fbaf46L,
        0xb504f333L, 0xb123f581L, 0xad583ee9L, 0xa9a15ab4L, 0xa5fed6a9L, 0xa2704302L, 0x9ef5325fL, 0x9b8d39b9L,
        0x9837f050L, 0x94f4efa8L, 0x91c3d373L, 0x8ea4398aL, 0x8b95c1e3L, 0x88980e80L, 0x85aac367L, 0x82cd8698L
    };

    private Decay() {}

    /** What is left of {@code value} after {@code periods}, at least 1. */
    static long decay(long value, long periods) {
        if (periods > GONE) return 0;
        int n = (int) periods;
        long v = value >>> (n / HALF);
        long y = Y[n % HALF];
        return (v >>> 32) * y + (((v & U32) * y) >>> 32); // the upper 64 bits of a product of 96
    }

    /**
     * What a signal of 1 adds over {@code periods} boundaries, at least 1: {@code first} units up to the first of them, all of
     * the periods between, {@code last} units behind the last.
     */
    static long segments(long periods, long first, long last) {
        return u32(decay(first, periods) + (MAX - decay(MAX, periods) - PERIOD) + last);
    }

    /** The lower 32 bits. */
    static long u32(long value) {
        return value & U32;
    }

    /** A difference that ends at 0. */
    static long subPositive(long value, long taken) {
        return Long.compareUnsigned(value, taken) > 0 ? value - taken : 0;
    }

    /**
     * A sum is no less than its average times the smallest divider. Both sides are cut to 32 bits, as the kernel cuts them:
     * from about 90 busy nice-0 tasks on one run queue on, a load sum collapses there.
     */
    static long floored(long sum, long average) {
        return Math.max(u32(sum), u32(average * MIN_DIVIDER));
    }
}
