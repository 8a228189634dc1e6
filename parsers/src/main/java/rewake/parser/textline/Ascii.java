package rewake.parser.textline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at bytes of text, eight at a time where it pays. Callers keep {@link #SLACK} bytes behind what they look at. */
public final class Ascii {
    /** How many bytes behind the last one must exist. */
    public static final int SLACK = 64;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private Ascii() {}

    /** The eight bytes at {@code at}, the first lowest. */
    public static long word(byte[] text, int at) {
        return (long) WORD.get(text, at);
    }

    /** The lowest {@code bytes} bytes of a word. */
    public static long low(long word, int bytes) {
        return bytes >= 8 ? word : bytes <= 0 ? 0 : word & ((1L << (8 * bytes)) - 1);
    }

    /** The first byte from {@code at} on that is {@code wanted}, or {@code end}. */
    public static int find(byte[] text, int at, int end, char wanted) {
        long pattern = wanted * ONES;
        for (int i = at; i < end; i += 8) {
            long hits = zeros(word(text, i) ^ pattern);
            if (hits != 0) return Math.min(end, i + (Long.numberOfTrailingZeros(hits) >>> 3));
        }
        return end;
    }

    /** A bit for each byte that is 0; exact up to and including the lowest. */
    private static long zeros(long word) {
        return (word - ONES) & ~word & HIGHS;
    }

    /** The first byte from {@code at} on that is neither blank nor tab, or {@code end}. */
    public static int skipBlanks(byte[] text, int at, int end) {
        int i = at;
        while (i < end) {
            long other = word(text, i) ^ (' ' * ONES);
            if (other == 0) {
                i += 8;
                continue;
            }
            i += Long.numberOfTrailingZeros(other) >>> 3;
            if (i >= end || text[i] != '\t') break;
            i++;
        }
        return Math.min(i, end);
    }

    /** The end of the word (of anything but blanks and tabs) at {@code at}. */
    public static int skipWord(byte[] text, int at, int end) {
        for (int i = at; i < end; i += 8) {
            long word = word(text, i);
            long hits = zeros(word ^ (' ' * ONES)) | zeros(word ^ ('\t' * ONES));
            if (hits != 0) return Math.min(end, i + (Long.numberOfTrailingZeros(hits) >>> 3));
        }
        return end;
    }

    /** The position behind the last byte before {@code end} that is neither blank nor tab. */
    public static int trimEnd(byte[] text, int at, int end) {
        int i = end;
        while (i > at && (text[i - 1] == ' ' || text[i - 1] == '\t')) i--;
        return i;
    }

    /** Whether {@code text} has {@code wanted} at {@code at}. */
    public static boolean matches(byte[] text, int at, int end, byte[] wanted) {
        if (wanted.length > end - at) return false;
        for (int i = 0; i < wanted.length; i++) if (text[at + i] != wanted[i]) return false;
        return true;
    }

    /** Whether a byte is a decimal digit. */
    public static boolean digit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** A piece of text, byte by byte (ISO 8859-1), for messages and headers. */
    public static String string(byte[] text, int at, int end) {
        return new String(text, at, end - at, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
