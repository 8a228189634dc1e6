package rewake.parser.tracepoint;

import rewake.bytes.TraceBytes;
import rewake.event.Comms;

/** Interns a comm that stands anywhere in a file with any length. */
public final class CommText {
    private CommText() {}

    /** The id of the name in the {@code length} bytes at {@code offset}; bytes past 16 or past the first NUL do not count. */
    public static int intern(Comms comms, TraceBytes bytes, long offset, int length) {
        if (length <= 0) return 0;
        if (!bytes.has(offset, 16)) return slowly(comms, bytes, offset, length);
        long low = bytes.i64(offset) & mask(length);
        long high = length > 8 ? bytes.i64(offset + 8) & mask(length - 8) : 0;
        return comms.intern(low, high);
    }

    /** At the end of a file there are no 16 bytes to load. */
    private static int slowly(Comms comms, TraceBytes bytes, long offset, int length) {
        long low = 0;
        long high = 0;
        for (int i = 0; i < Math.min(length, 16); i++) {
            long value = (long) bytes.u8(offset + i) << (8 * (i & 7));
            if (i < 8) low |= value;
            else high |= value;
        }
        return comms.intern(low, high);
    }

    private static long mask(int bytes) {
        return bytes >= 8 ? -1L : (1L << (8 * bytes)) - 1;
    }
}
