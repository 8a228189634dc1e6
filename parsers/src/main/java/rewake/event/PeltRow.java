package rewake.event;

/**
 * One PELT event while a reader takes it apart: set what is there, in any order, then {@link #appendTo} a lane. One is
 * enough for a reader; {@link #clear} it between events.
 *
 * <p>Readers of all formats pass through here, so that the recorders' quirks are mended in one place: the entity of a
 * group has no task, {@code util_est} carries a flag.
 */
public final class PeltRow {
    /** {@code UTIL_AVG_UNCHANGED}, v5.13 and later. */
    private static final long UTIL_EST_UNCHANGED = 0x8000_0000L;

    private static final long IN_COLUMNS = PeltField.PID.bit() | PeltField.COMM.bit();
    private static final long NONE = -1;

    private final long[] values = new long[PeltField.values().length];
    private long mask;

    /** Forgets all values. */
    public void clear() {
        mask = 0;
    }

    /** Sets a value; {@link PeltField#COMM} takes an id of {@link Comms}, {@link PeltField#PATH} one of {@link CgroupPaths}. */
    public void set(PeltField field, long value) {
        mask |= field.bit();
        values[field.ordinal()] = value;
    }

    /** Whether a value is there. */
    public boolean has(PeltField field) {
        return (mask & field.bit()) != 0;
    }

    /** A value that is there. */
    public long get(PeltField field) {
        return values[field.ordinal()];
    }

    /** Appends the event to {@code lane} as a row of {@code kind}, and returns its number; the context is the caller's. */
    public int appendTo(EventBatch lane, long timeNs, long ref, EventKind kind) {
        if (has(PeltField.UTIL_EST)) values[PeltField.UTIL_EST.ordinal()] &= ~UTIL_EST_UNCHANGED;
        int row = lane.appendPelt(timeNs, ref, kind, mask & ~IN_COLUMNS, values);
        boolean group = has(PeltField.MY_Q) && get(PeltField.MY_Q) != 0;
        if (group || (has(PeltField.PID) && get(PeltField.PID) == NONE)) lane.task(row, -1, 0, 0);
        else if (((mask & IN_COLUMNS) != 0))
            lane.task(
                    row,
                    has(PeltField.PID) ? (int) get(PeltField.PID) : 0,
                    0,
                    has(PeltField.COMM) ? (int) get(PeltField.COMM) : 0);
        return row;
    }
}
