package rewake.event;

import java.util.Arrays;

/**
 * The values of a batch's PELT rows, beside the rows so that ordinary rows stay as small as they are. An entry is a mask
 * of fields and then the value of each, in the order of {@link PeltField}: rows pay for what was recorded only, and what
 * was not is known to be absent. An entry's handle counts words since the batch began and stays valid until it is
 * dropped.
 */
final class PeltValues {
    private long[] words = new long[1 << 10];
    private int size;
    private long dropped;

    /** Adds the values whose bits are in {@code mask}; {@code byOrdinal} holds them by ordinal. Returns the handle. */
    long append(long mask, long[] byOrdinal) {
        int at = size;
        if (words.length - at <= Long.SIZE) words = Arrays.copyOf(words, words.length * 2);
        words[size++] = mask;
        for (long left = mask; left != 0; left &= left - 1) words[size++] = byOrdinal[Long.numberOfTrailingZeros(left)];
        return dropped + at;
    }

    boolean has(long handle, PeltField field) {
        return (words[(int) (handle - dropped)] & field.bit()) != 0;
    }

    /** The value of a field that is there. */
    long value(long handle, PeltField field) {
        int at = (int) (handle - dropped);
        long before = words[at] & (field.bit() - 1);
        return words[at + 1 + Long.bitCount(before)];
    }

    /** Replaces the value of a field that is there. */
    void replace(long handle, PeltField field, long value) {
        int at = (int) (handle - dropped);
        words[at + 1 + Long.bitCount(words[at] & (field.bit() - 1))] = value;
    }

    /** Adds a copy of an entry of {@code from} and returns its handle. */
    long copy(PeltValues from, long handle) {
        int first = (int) (handle - from.dropped);
        int length = 1 + Long.bitCount(from.words[first]);
        int at = size;
        if (words.length - at <= Long.SIZE) words = Arrays.copyOf(words, words.length * 2);
        System.arraycopy(from.words, first, words, at, length);
        size += length;
        return dropped + at;
    }

    /** Mixes all of an entry into a hash. */
    long mixInto(long hash, long handle) {
        int at = (int) (handle - dropped);
        int length = 1 + Long.bitCount(words[at]);
        long mixed = hash;
        for (int i = at; i < at + length; i++) mixed = EventBatch.mix(mixed, words[i]);
        return mixed;
    }

    /** Forgets all entries before {@code handle}. */
    void dropBefore(long handle) {
        int gone = (int) (handle - dropped);
        size -= gone;
        System.arraycopy(words, gone, words, 0, size);
        dropped = handle;
    }

    /** Forgets all entries. */
    void clear() {
        dropped += size;
        size = 0;
    }
}
