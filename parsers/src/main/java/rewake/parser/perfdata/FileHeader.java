package rewake.parser.perfdata;

import java.nio.charset.StandardCharsets;
import rewake.bytes.TraceBytes;
import rewake.parser.TraceFormatException;

/**
 * The 104 bytes at the start of a perf.data in file mode. All offsets and sizes were checked against the file.
 *
 * @param attrSize stride of the attrs section
 * @param features the four words of feature bits
 */
record FileHeader(long attrSize, long attrsAt, long attrsSize, long dataAt, long dataSize, long[] features) {
    static final int SIZE = 104;
    private static final int PIPE_SIZE = 16;
    private static final int OLD_SIZE = 72;
    private static final long MAGIC = magic("PERFILE2");
    private static final long MAGIC_BIG_ENDIAN = magic("2ELIFREP");
    private static final long MAGIC_V1 = magic("PERFFILE");

    /** Whether the bytes start a perf.data of any kind, readable or not. */
    static boolean recognises(TraceBytes bytes) {
        if (!bytes.has(0, 8)) return false;
        long magic = bytes.i64(0);
        return magic == MAGIC || magic == MAGIC_BIG_ENDIAN || magic == MAGIC_V1;
    }

    static FileHeader read(TraceBytes bytes) throws TraceFormatException {
        long magic = bytes.has(0, 16) ? bytes.i64(0) : 0;
        if (magic == MAGIC_V1)
            throw no(bytes, 0, "perf.data version 1 (perf of 2009); convert it with a perf of that time");
        if (magic == MAGIC_BIG_ENDIAN)
            throw no(bytes, 0, "big-endian perf.data cannot be read yet; record on a little-endian machine");
        if (magic != MAGIC) throw no(bytes, 0, "not a perf.data: expected PERFILE2");
        long size = bytes.i64(8);
        if (size == PIPE_SIZE)
            throw no(bytes, 8, "perf.data in pipe mode (perf record -o -) cannot be read yet; record into a file");
        if (size == OLD_SIZE)
            throw no(
                    bytes,
                    8,
                    "perf.data of an old perf without features (header of 72 bytes); record with perf 3 or newer");
        if (size != SIZE) throw no(bytes, 8, "header size " + size + ", expected " + SIZE);
        if (!bytes.has(0, SIZE)) throw no(bytes, bytes.size(), "the file is cut inside its header");
        var header =
                new FileHeader(bytes.i64(16), bytes.i64(24), bytes.i64(32), bytes.i64(40), bytes.i64(48), new long[] {
                    bytes.i64(72), bytes.i64(80), bytes.i64(88), bytes.i64(96)
                });
        header.check(bytes);
        return header;
    }

    /** Where the data section ends and the table of features starts. */
    long dataEnd() {
        return dataAt + dataSize;
    }

    boolean has(int feature) {
        return (features[feature >>> 6] >>> (feature & 63) & 1) != 0;
    }

    private void check(TraceBytes bytes) throws TraceFormatException {
        if (attrSize < EventAttr.SIZE_MIN + 16 || attrSize > EventAttr.SIZE_MAX)
            throw no(bytes, 16, "event attributes of " + attrSize + " bytes each");
        if (!bytes.has(attrsAt, attrsSize)) throw no(bytes, 24, "the event attributes lie outside the file");
        if (dataSize == 0)
            throw no(
                    bytes,
                    48,
                    "data size 0: the recorder was killed before it wrote the event formats; record again and stop perf with Ctrl-C");
        if (!bytes.has(dataAt, dataSize))
            throw no(
                    bytes,
                    bytes.size(),
                    "the file is cut: its data should end at 0x" + Long.toHexString(dataEnd())
                            + " and the event formats stand after it; copy or record it again");
    }

    private static TraceFormatException no(TraceBytes bytes, long at, String trouble) {
        return new TraceFormatException(bytes.name(), at, trouble);
    }

    private static long magic(String text) {
        byte[] b = text.getBytes(StandardCharsets.US_ASCII);
        return java.nio.ByteBuffer.wrap(b)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }
}
