package rewake.parser.tracedat;

import java.util.BitSet;
import rewake.bytes.TraceBytes;

/**
 * Counts the events of a buffer by id, without decoding any: needed where the format list does not tell what was recorded
 * ({@code trace-cmd extract} writes all formats of the kernel) or where several buffers hold the same kind.
 */
final class Occurrence {
    private static final int USED_MASK = (1 << 27) - 1;

    private final int dataAt;
    private final long[] byId = new long[1 << 16];

    Occurrence(HeaderPage layout) {
        dataAt = layout.dataAt();
    }

    /** Counts what is left of {@code pages}. */
    void count(CpuPages pages) {
        while (pages.next()) {
            TraceBytes bytes = pages.bytes();
            long at = pages.at() + dataAt;
            long end = at + (bytes.i32(pages.at() + HeaderPage.COMMIT_AT) & USED_MASK);
            while (end - at >= 8) at = step(bytes, at, end);
        }
    }

    private long step(TraceBytes bytes, long at, long end) {
        int type = bytes.i32(at) & 31;
        if (type >= 30) return at + 8;
        long extra = bytes.u32(at + 4);
        if (type == 29) return bytes.i32(at) >>> 5 == 0 ? end : at + 4 + (extra + 3 & -4);
        long payload = type == 0 ? at + 8 : at + 4;
        if (end - payload < 2) return end;
        byId[bytes.u16(payload)]++;
        return type == 0 ? at + 4 + (Math.max(4, extra) + 3 & -4) : at + 4 + 4L * type;
    }

    long of(int id) {
        return id < byId.length ? byId[id] : 0;
    }

    /** The ids that occur. */
    BitSet ids() {
        var ids = new BitSet();
        for (int id = 0; id < byId.length; id++) if (byId[id] > 0) ids.set(id);
        return ids;
    }
}
