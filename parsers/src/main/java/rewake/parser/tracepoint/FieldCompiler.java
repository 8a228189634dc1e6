package rewake.parser.tracepoint;

import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;

/** Looks up the fields of one format by the notation of {@link EventColumns} and remembers what was missing. */
final class FieldCompiler {
    /** Form of a comm that a {@code __data_loc} points at. */
    static final int DATA_LOC = -1;
    /** Form of a comm that a {@code __rel_loc} points at. */
    static final int REL_LOC = -2;

    private final TracepointFormat format;
    private boolean complete = true;
    private int needed;

    FieldCompiler(TracepointFormat format) {
        this.format = format;
    }

    /** Whether every field that had to be there was there. */
    boolean complete() {
        return complete;
    }

    /** How many bytes a payload must have so that all fields found so far are inside. */
    int needed() {
        return needed;
    }

    /**
     * Offset of a field, or −1.
     *
     * @param size what its size must be, 0 for any
     */
    int at(String names, int size) {
        TracepointField field = find(names);
        if (field == null) return -1;
        if (size != 0 && field.size() != size) {
            complete = false;
            return -1;
        }
        needed = Math.max(needed, field.end());
        return field.offset();
    }

    /** Size of a {@code char[n]}, or {@link #DATA_LOC}, {@link #REL_LOC}; 0 for none. */
    int commForm(String names) {
        TracepointField field = find(names);
        if (field == null) return 0;
        boolean located = field.storage() != TracepointField.Storage.FIXED;
        if (located ? field.size() != 4 : field.size() == 0) complete = false;
        return switch (field.storage()) {
            case FIXED -> field.size();
            case DATA_LOC -> DATA_LOC;
            case REL_LOC -> REL_LOC;
        };
    }

    /** Size of a number, negated where it is signed; 0 for none. */
    int numberForm(String names) {
        TracepointField field = find(names);
        if (field == null) return 0;
        if (Integer.bitCount(field.size()) != 1 || field.size() > 8) complete = false;
        return field.signed() ? -field.size() : field.size();
    }

    /** The number of a form at an offset: one load of eight bytes, of which the upper ones are shifted out. */
    static long number(TraceBytes bytes, long at, int form) {
        if (!bytes.has(at, 8)) return numberAtEnd(bytes, at, form);
        int up = 64 - 8 * Math.abs(form);
        long value = bytes.i64(at) << up;
        return form < 0 ? value >> up : value >>> up;
    }

    /** At the end of a file there are no eight bytes to load. */
    private static long numberAtEnd(TraceBytes bytes, long at, int form) {
        int size = Math.abs(form);
        long value = form < 0 ? (byte) bytes.u8(at + size - 1) : bytes.u8(at + size - 1);
        for (int i = size - 2; i >= 0; i--) value = value << 8 | bytes.u8(at + i);
        return value;
    }

    /**
     * Where the text of a form is: offset from the payload's start in the upper half, length in the lower one; −1 where it
     * lies outside the payload's {@code length} bytes.
     */
    static long locate(TraceBytes bytes, long payload, int length, int at, int form) {
        if (form > 0) return (long) at << 32 | form;
        int where = bytes.i32(payload + at);
        int offset = (where & 0xFFFF) + (form == REL_LOC ? at + 4 : 0);
        int size = where >>> 16;
        return offset + size > length ? -1 : (long) offset << 32 | size;
    }

    private @Nullable TracepointField find(String names) {
        if (names.isEmpty()) return null;
        boolean mayLack = names.endsWith("?");
        for (String name : (mayLack ? names.substring(0, names.length() - 1) : names).split("\\|", -1)) {
            TracepointField field = format.fields().get(name);
            if (field != null) return field;
        }
        if (!mayLack) complete = false;
        return null;
    }
}
