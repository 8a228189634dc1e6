package rewake.parser.tracepoint;

/**
 * One field of a tracepoint's payload.
 *
 * @param name C identifier
 * @param storage where its value stands
 * @param offset bytes from the start of the payload
 * @param size bytes at {@code offset}
 * @param signed whether a number there is signed
 */
public record TracepointField(String name, Storage storage, int offset, int size, boolean signed) {
    /** Where the value of a field stands. */
    public enum Storage {
        /** At its offset. */
        FIXED,
        /** A u32 at its offset holds the offset from the payload's start (lower half) and the length (upper half). */
        DATA_LOC,
        /** As {@link #DATA_LOC}, but the offset counts from the end of the u32. */
        REL_LOC
    }

    /** The first byte after the field. */
    public int end() {
        return offset + size;
    }
}
