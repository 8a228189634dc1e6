package rewake.parser.perfdata;

import rewake.bytes.TraceBytes;

/**
 * Where the fields of an attr's samples stand, as offsets from the start of the record; −1 for fields it does not have.
 * All are constants but for RAW, which moves when READ or CALLCHAIN stand before it ({@code perf record -g}).
 *
 * @param tidAt offset of u32 pid (the process), u32 tid
 * @param rawAt offset of RAW's u32 size, {@link #ABSENT} or {@link #MOVES}
 * @param beforeMoving offset of the first field of variable size
 */
record SampleLayout(
        int idAt, int tidAt, int timeAt, int cpuAt, int rawAt, int beforeMoving, long sampleType, long readFormat) {
    static final int ABSENT = -1;
    static final int MOVES = -2;

    static final long IP = 1;
    static final long TID = 1 << 1;
    static final long TIME = 1 << 2;
    static final long ADDR = 1 << 3;
    static final long READ = 1 << 4;
    static final long CALLCHAIN = 1 << 5;
    static final long ID = 1 << 6;
    static final long CPU = 1 << 7;
    static final long PERIOD = 1 << 8;
    static final long STREAM_ID = 1 << 9;
    static final long RAW = 1 << 10;
    static final long IDENTIFIER = 1 << 16;

    private static final int ENABLED_AND_RUNNING = 3;
    private static final int READ_ID = 4;
    private static final int READ_GROUP = 8;
    private static final int READ_LOST = 16;

    /** Lays out samples; the order is that of the kernel's {@code perf_output_sample}. */
    static SampleLayout of(long sampleType, long readFormat) {
        int at = 8;
        int idAt = ABSENT;
        int tidAt = ABSENT;
        int timeAt = ABSENT;
        int cpuAt = ABSENT;
        for (long bit : new long[] {IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD}) {
            if ((sampleType & bit) == 0) continue;
            if (bit == IDENTIFIER || (bit == ID && idAt < 0)) idAt = at;
            if (bit == TID) tidAt = at;
            if (bit == TIME) timeAt = at;
            if (bit == CPU) cpuAt = at;
            at += 8;
        }
        int rawAt = (sampleType & RAW) == 0 ? ABSENT : (sampleType & (READ | CALLCHAIN)) == 0 ? at : MOVES;
        return new SampleLayout(idAt, tidAt, timeAt, cpuAt, rawAt, at, sampleType, readFormat);
    }

    /**
     * Offset of RAW's size in the record at {@code record}, for layouts where it moves; −1 where the fields before it do
     * not fit into the record's {@code size} bytes.
     */
    int findRaw(TraceBytes bytes, long record, int size) {
        long at = beforeMoving;
        if ((sampleType & READ) != 0) {
            if (at + 8 > size) return -1;
            at += readSize(bytes.i64(record + at), size);
        }
        if ((sampleType & CALLCHAIN) != 0) {
            if (at < 0 || at + 8 > size) return -1;
            at += 8 + 8 * entries(bytes.i64(record + at), size);
        }
        return at >= 0 && at + 4 <= size ? (int) at : -1;
    }

    private long readSize(long first, int size) {
        int times = Integer.bitCount((int) readFormat & ENABLED_AND_RUNNING);
        int extras = Integer.bitCount((int) readFormat & (READ_ID | READ_LOST));
        if ((readFormat & READ_GROUP) == 0) return 8L * (1 + times + extras);
        return 8L * (1 + times + entries(first, size) * (1 + extras));
    }

    /** A count that cannot fit becomes one that lies just beyond the record, so that sums stay small. */
    private static long entries(long count, int size) {
        return count < 0 || count > size ? size : count;
    }
}
