package rewake.parser;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import rewake.bytes.TraceBytes;

/** A cursor over one section of the file that never leaves it: asking for more than there is says where and how much. */
public final class Section {
    private static final int TEXT_MAX = 1 << 20;

    private final TraceBytes bytes;
    private final long end;
    private long at;

    /** The section {@code [offset, offset + size)}. */
    public Section(TraceBytes bytes, long offset, long size) throws TraceFormatException {
        this.bytes = bytes;
        if (!bytes.has(offset, size))
            throw new TraceFormatException(bytes.name(), Math.max(0, offset), "a section lies outside the file");
        at = offset;
        end = offset + size;
    }

    /** Bytes that are left. */
    public long left() {
        return end - at;
    }

    /** The file offset reached. */
    public long at() {
        return at;
    }

    /** Unsigned byte. */
    public int u8() throws TraceFormatException {
        return bytes.u8(take(1));
    }

    /** Unsigned 16 bits. */
    public int u16() throws TraceFormatException {
        return bytes.u16(take(2));
    }

    /** Signed 32 bits. */
    public int i32() throws TraceFormatException {
        return bytes.i32(take(4));
    }

    /** Unsigned 32 bits. */
    public long u32() throws TraceFormatException {
        return bytes.u32(take(4));
    }

    /** 64 bits. */
    public long i64() throws TraceFormatException {
        return bytes.i64(take(8));
    }

    /** Passes over {@code n} bytes and returns the offset of the first. */
    public long take(long n) throws TraceFormatException {
        if (n < 0 || n > left()) throw damaged("needs " + n + " bytes, the section has " + left());
        long here = at;
        at += n;
        return here;
    }

    /** A u32 count of things that have at least {@code least} bytes each. */
    public int count(int least) throws TraceFormatException {
        long n = u32();
        if (n > left() / least)
            throw new TraceFormatException(
                    bytes.name(), at - 4, "a count of " + n + " cannot fit into " + left() + " bytes");
        return (int) n;
    }

    /** perf's string: u32 length, text, NUL, padding. */
    public String string() throws TraceFormatException {
        return text(u32());
    }

    /** perf's string list. */
    public List<String> strings() throws TraceFormatException {
        int n = count(4);
        var out = new ArrayList<String>(n);
        for (int i = 0; i < n; i++) out.add(string());
        return List.copyOf(out);
    }

    /** The next {@code length} bytes as text, up to a NUL. */
    public String text(long length) throws TraceFormatException {
        if (length > TEXT_MAX) throw damaged("a text of " + length + " bytes");
        byte[] raw = bytes.copy(take(length), (int) length);
        int used = 0;
        while (used < raw.length && raw[used] != 0) used++;
        return new String(raw, 0, used, StandardCharsets.UTF_8);
    }

    /** Text up to and without the next NUL. */
    public String nulText() throws TraceFormatException {
        long start = at;
        while (u8() != 0)
            if (at - start > TEXT_MAX) throw new TraceFormatException(bytes.name(), start, "a text without end");
        return new String(bytes.copy(start, (int) (at - 1 - start)), StandardCharsets.UTF_8);
    }

    /** The trouble, at the place reached. */
    public TraceFormatException damaged(String trouble) {
        return new TraceFormatException(bytes.name(), at, trouble);
    }
}
