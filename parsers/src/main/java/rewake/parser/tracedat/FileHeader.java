package rewake.parser.tracedat;

import rewake.bytes.TraceBytes;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * The start of a trace.dat.
 *
 * @param version 6 or 7
 * @param pageSize of the recorded kernel, bytes
 * @param packing how sections and CPU data are compressed; NONE in version 6
 * @param optionsAt offset of the first OPTIONS section, −1 in version 6
 * @param end offset of the first byte after the header
 */
record FileHeader(int version, int pageSize, Packing packing, long optionsAt, long end) {
    private static final byte[] MAGIC = {0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g'};
    private static final int LEAST = 64;
    private static final int PAGE_SIZE_MAX = 1 << 20;

    /** Whether the bytes start a trace.dat of any kind, readable or not. */
    static boolean recognises(TraceBytes bytes) {
        if (!bytes.has(0, MAGIC.length)) return false;
        for (int i = 0; i < MAGIC.length; i++) if (bytes.u8(i) != MAGIC[i]) return false;
        return true;
    }

    static FileHeader read(TraceBytes bytes) throws TraceFormatException {
        if (!bytes.has(0, LEAST))
            throw new TraceFormatException(
                    bytes.name(),
                    bytes.size(),
                    "a trace.dat of trace-cmd, cut inside its header; copy or record it again");
        var s = new Section(bytes, 0, bytes.size());
        s.take(MAGIC.length);
        String number = s.nulText();
        if (!number.equals("6") && !number.equals("7"))
            throw s.damaged("trace.dat of version \"" + number + "\"; versions 6 and 7 can be read");
        int version = number.charAt(0) - '0';
        int endian = s.u8();
        if (endian == 1) throw s.damaged("big-endian trace.dat cannot be read yet; record on a little-endian machine");
        if (endian != 0) throw s.damaged("byte order " + endian + ", expected 0 or 1");
        s.u8();
        long pageSize = s.u32();
        if (Long.bitCount(pageSize) != 1 || pageSize < 64 || pageSize > PAGE_SIZE_MAX)
            throw s.damaged("a page size of " + pageSize);
        if (version == 6) return new FileHeader(version, (int) pageSize, Packing.NONE, -1, s.at());
        String name = s.nulText();
        s.nulText();
        Packing packing = Packing.of(name);
        if (packing == null)
            throw s.damaged(
                    "compressed with \"" + name + "\", which is not known; trace-cmd convert --compression none");
        return new FileHeader(version, (int) pageSize, packing, s.i64(), s.at());
    }
}
