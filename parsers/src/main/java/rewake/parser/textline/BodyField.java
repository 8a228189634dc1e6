package rewake.parser.textline;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One {@code key=value} of a body: under which names it is printed and where its value goes.
 *
 * @param keys each with its {@code =}
 * @param optional whether a printer may leave it out
 */
record BodyField(Into into, Key[] keys, boolean optional) {
    /** Where a value goes. */
    enum Into {
        /** First task's name. */
        COMM,
        /** First task. */
        PID,
        /** Its priority. */
        PRIO,
        /** Second task's name. */
        OTHER_COMM,
        /** Second task. */
        OTHER_PID,
        /** Its priority. */
        OTHER_PRIO,
        /** prev_state, into arg0 and the letters. */
        STATE,
        /** First argument. */
        ARG0,
        /** Second argument. */
        ARG1,
        /** A number that must not be 0. */
        SUCCESS,
        /** A number that goes nowhere. */
        NUMBER,
        /** Any text up to the last place where the next key stands; goes nowhere. */
        TEXT,
        /** A name up to the end of the line, of which the first 16 bytes count. */
        REST;

        /** Whether the value is a name of at most 16 bytes that may hold anything. */
        boolean isName() {
            return this == COMM || this == OTHER_COMM;
        }
    }

    /**
     * Fields in their printed order from a notation: {@code into:key|other_key}, a {@code ?} behind it for an optional one,
     * blanks between.
     */
    static BodyField[] parse(String notation) {
        if (notation.isEmpty()) return new BodyField[0];
        List<BodyField> fields = new ArrayList<>();
        for (String field : notation.split(" ", -1)) {
            boolean optional = field.endsWith("?");
            int colon = field.indexOf(':');
            String[] names = field.substring(colon + 1, field.length() - (optional ? 1 : 0))
                    .split("\\|", -1);
            Key[] keys = new Key[names.length];
            for (int i = 0; i < names.length; i++) keys[i] = Key.of(names[i] + "=");
            fields.add(new BodyField(Into.valueOf(field.substring(0, colon)), keys, optional));
        }
        return fields.toArray(BodyField[]::new);
    }

    /** The position behind the key that stands at {@code at}, or −1. */
    int value(byte[] text, int at, int end) {
        for (Key key : keys) if (key.at(text, at, end)) return at + key.length;
        return -1;
    }

    /** A key as two words, so that it is compared in two steps. */
    private record Key(int length, long low, long high) {
        private static final int MAX = 16;

        static Key of(String text) {
            if (text.length() > MAX) throw new IllegalArgumentException("key too long: " + text);
            byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), MAX);
            return new Key(text.length(), Ascii.word(bytes, 0), Ascii.word(bytes, 8));
        }

        boolean at(byte[] text, int at, int end) {
            return length <= end - at
                    && Ascii.low(Ascii.word(text, at), length) == low
                    && (length <= 8 || Ascii.low(Ascii.word(text, at + 8), length - 8) == high);
        }
    }
}
