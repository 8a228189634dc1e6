package rewake.parser.textline;

/** Reads one number out of text. After a read that returned true, {@link #value} is the number and {@link #end} what follows. */
public final class Digits {
    private static final long TENTH = Long.MAX_VALUE / 10;

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
        while (i < limit && Ascii.digit(text[i])) {
            int digit = text[i] - '0';
            if (number >= TENTH && (number > TENTH || digit > 7)) return false;
            number = number * 10 + digit;
            i++;
        }
        value = number;
        end = i;
        return i > at;
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
