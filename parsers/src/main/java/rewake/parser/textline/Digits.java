package rewake.parser.textline;

import java.nio.charset.StandardCharsets;

/**
 * Reads one number out of text, eight digits at a time. After a read that returned true, {@link #value} is the number and {@link #end} what
 * follows.
 */
public final class Digits {
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long BEYOND_NINE = 0x7676_7676_7676_7676L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;
    private static final long[] POWERS = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};
    /** So many digits always fit into a long. */
    private static final int SAFE_DIGITS = 18;

    private static final byte[] MAX = Long.toString(Long.MAX_VALUE).getBytes(StandardCharsets.US_ASCII);

    /** The number. */
    public long value;
    /** The position behind it. */
    public int end;

    /** Makes a reader of numbers, to be used again and again. */
    public Digits() {}

    /** Decimal digits up to 2^63 − 1, at least one. */
    public boolean positive(byte[] text, int at, int limit) {
        long number = 0;
        int i = at;
        int n = 8;
        while (n == 8) {
            long word = i < limit ? Ascii.word(text, i) ^ ZEROS : -1;
            n = Math.min(Long.numberOfTrailingZeros(((word + BEYOND_NINE) | word) & HIGHS) >>> 3, limit - i);
            if (n <= 0) break;
            number = number * POWERS[n] + eight(word << (64 - 8 * n));
            i += n;
        }
        value = number;
        end = i;
        return i > at && (i - at <= SAFE_DIGITS || fits(text, at, i));
    }

    /** The number of eight digits, one a byte, the first lowest: pairs, then fours, then all. */
    private static long eight(long digits) {
        long pairs = digits * 10 + (digits >>> 8);
        long fours = (pairs & 0x00FF_00FF_00FF_00FFL) * 100 + ((pairs >>> 16) & 0x00FF_00FF_00FF_00FFL);
        return (fours & 0xFFFF) * 10_000 + ((fours >>> 32) & 0xFFFF);
    }

    private static boolean fits(byte[] text, int at, int end) {
        int first = at;
        while (first < end && text[first] == '0') first++;
        if (end - first != SAFE_DIGITS + 1) return end - first <= SAFE_DIGITS;
        for (int i = first; i < end; i++) if (text[i] != MAX[i - first]) return text[i] < MAX[i - first];
        return true;
    }

    /** As {@link #positive}, perhaps with a minus. */
    public boolean signed(byte[] text, int at, int limit) {
        if (at >= limit || text[at] != '-') return positive(text, at, limit);
        if (!positive(text, at + 1, limit)) return false;
        value = -value;
        return true;
    }

    /** Any 64-bit number: signed, unsigned up to 2^64 − 1 (which comes out as its bits), or {@code 0x} and hex digits. */
    public boolean any(byte[] text, int at, int limit) {
        if (limit - at > 2 && text[at] == '0' && text[at + 1] == 'x') return hex(text, at + 2, limit);
        if (signed(text, at, limit)) return true;
        int i = at;
        long number = 0;
        while (i < limit && Ascii.digit(text[i])) {
            int digit = text[i] - '0';
            if (i - at >= 20 || Long.compareUnsigned(number, Long.divideUnsigned(-1L - digit, 10)) > 0) return false;
            number = number * 10 + digit;
            i++;
        }
        value = number;
        end = i;
        return i > at;
    }

    /** Hex digits without a prefix, at most 16. */
    public boolean hex(byte[] text, int at, int limit) {
        int i = at;
        long number = 0;
        for (; i < limit; i++) {
            int digit = Character.digit(text[i], 16);
            if (digit < 0) break;
            if (i - at >= 16) return false;
            number = number << 4 | digit;
        }
        value = number;
        end = i;
        return i > at;
    }
}
