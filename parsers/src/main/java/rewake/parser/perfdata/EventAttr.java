package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.List;
import rewake.bytes.TraceBytes;

/**
 * What matters of one {@code perf_event_attr}.
 *
 * @param type 2 for a tracepoint
 * @param config the tracepoint's id
 * @param sampleType which fields its samples have
 * @param readFormat layout of the READ field
 * @param flags the bit field
 * @param clockid valid with {@link #useClockid()}
 * @param ids the event ids, one a CPU (or task)
 */
record EventAttr(int type, long config, long sampleType, long readFormat, long flags, int clockid, long[] ids) {
    /** {@code PERF_ATTR_SIZE_VER0}. */
    static final int SIZE_MIN = 64;
    /** Far beyond any {@code perf_event_attr}. */
    static final int SIZE_MAX = 4096;

    private static final int TRACEPOINT = 2;
    private static final int CLOCKID_SIZE = 96;
    private static final int COUNT_MAX = 65_536;

    boolean tracepoint() {
        return type == TRACEPOINT;
    }

    SampleLayout layout() {
        return SampleLayout.of(sampleType, readFormat);
    }

    /** Kernel records other than samples carry a trailer. */
    boolean sampleIdAll() {
        return (flags >>> 18 & 1) != 0;
    }

    boolean useClockid() {
        return (flags >>> 25 & 1) != 0;
    }

    /** Reads the attrs section; ids that lie outside the file are left out. */
    static List<EventAttr> readAll(TraceBytes bytes, FileHeader header) {
        long count = Math.min(header.attrsSize() / header.attrSize(), COUNT_MAX);
        var attrs = new ArrayList<EventAttr>();
        long idsLeft = bytes.size() / 8;
        for (long i = 0; i < count; i++) {
            long at = header.attrsAt() + i * header.attrSize();
            long[] ids = ids(bytes, at, header.attrSize(), idsLeft);
            idsLeft -= ids.length;
            attrs.add(read(bytes, at, ids));
        }
        return List.copyOf(attrs);
    }

    private static EventAttr read(TraceBytes bytes, long at, long[] ids) {
        long size = bytes.u32(at + 4);
        return new EventAttr(
                bytes.i32(at),
                bytes.i64(at + 8),
                bytes.i64(at + 24),
                bytes.i64(at + 32),
                bytes.i64(at + 40),
                size >= CLOCKID_SIZE && bytes.has(at, CLOCKID_SIZE) ? bytes.i32(at + 92) : 0,
                ids);
    }

    /**
     * The pair {offset, size} stands at the end of the stride; perf itself looks behind the attr's own size. All attrs together have at
     * most as many ids as the file has room for.
     */
    private static long[] ids(TraceBytes bytes, long at, long stride, long most) {
        long own = bytes.u32(at + 4);
        for (long pair : new long[] {at + stride - 16, at + (own == 0 ? SIZE_MIN : own)}) {
            if (!bytes.has(pair, 16)) continue;
            long offset = bytes.i64(pair);
            long size = bytes.i64(pair + 8);
            if (size < 0 || !bytes.has(offset, size) || size / 8 > most) continue;
            long[] ids = new long[(int) (size / 8)];
            for (int i = 0; i < ids.length; i++) ids[i] = bytes.i64(offset + 8L * i);
            return ids;
        }
        return new long[0];
    }
}
