package rewake.event;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of scheduler events: one row is one event, what its columns mean is said by its {@link EventKind}. A reader appends
 * rows in arrival order; a consumer reads them by row number.
 *
 * <p>Times are nanoseconds of the trace clock, pids are thread ids, comms are ids of a {@link Comms} table, {@code ref} is
 * the file offset (or line) of the record and breaks ties.
 *
 * <p>Shape: 13 columns of primitives, packed into eight longs a row, which is one cache line: rows are written once and
 * read once, by a merge that hops from lane to lane.
 *
 * <pre>
 * word  0 timeNs   1 ref   2 kind:8 flags:8 currentPid:24 currentTgid+1:24   3 pid:32 prio:32   4 otherPid:32 otherPrio:32
 *       5 comm:32 otherComm:32   6 arg0   7 arg1
 * </pre>
 *
 * <p>Rows of a {@link EventKind#pelt() PELT kind} have more to say than fits; it stands beside the rows and is read by
 * {@link #pelt} and {@link #hasPelt}. Their arg0 is the handle of that.
 */
public final class EventBatch {
    /** Flag: the event fired in hardirq context. */
    public static final int HARDIRQ = 1;
    /** Flag: the event fired in softirq context. */
    public static final int SOFTIRQ = 2;
    /** Flag: the trace records the interrupt context, so the absence of the two other flags means task context. */
    public static final int CONTEXT_KNOWN = 4;
    /** Flag: the task that fired the event was dead already; perf no longer knows its thread id then. */
    public static final int TASK_GONE = 8;
    /** Flag: so was its whole process. */
    public static final int PROCESS_GONE = 16;

    private static final int SHIFT = 3;
    private static final int WORDS = 1 << SHIFT;
    private static final int TIME = 0;
    private static final int REF = 1;
    private static final int CONTEXT = 2;
    private static final int TASK = 3;
    private static final int OTHER = 4;
    private static final int COMMS = 5;
    private static final int ARG0 = 6;
    private static final int ARG1 = 7;

    private final int cpu;
    private long[] words;
    private int size;
    private @Nullable PeltValues pelt;

    /** An empty batch for the events of {@code cpu} with room for {@code capacity} rows before it grows. */
    public EventBatch(int cpu, int capacity) {
        this.cpu = cpu;
        words = new long[capacity << SHIFT];
    }

    /** Appends a row with its time, reference and kind; all other columns of the row are 0. Returns the row number. */
    public int append(long time, long reference, EventKind eventKind) {
        int row = size++;
        int at = row << SHIFT;
        if (at == words.length) grow();
        words[at + TIME] = time;
        words[at + REF] = reference;
        words[at + CONTEXT] = eventKind.ordinal();
        words[at + TASK] = 0;
        words[at + OTHER] = 0;
        words[at + COMMS] = 0;
        words[at + ARG0] = 0;
        words[at + ARG1] = 0;
        return row;
    }

    /**
     * Appends a row of a PELT kind; {@link PeltRow} is how readers do it.
     *
     * @param mask bit {@code f.ordinal()} for each field that is there
     * @param values by ordinal of {@link PeltField}
     */
    int appendPelt(long time, long reference, EventKind eventKind, long mask, long[] values) {
        if (pelt == null) pelt = new PeltValues();
        int row = append(time, reference, eventKind);
        words[(row << SHIFT) + ARG0] = pelt.append(mask, values);
        return row;
    }

    /**
     * Appends a copy of row {@code row} of {@code from}, of whatever CPU, with another time and reference. Returns the row
     * number.
     */
    public int copy(EventBatch from, int row, long time, long reference) {
        int copy = append(time, reference, EventKind.of(from.kind(row)));
        int at = copy << SHIFT;
        System.arraycopy(from.words, (row << SHIFT) + CONTEXT, words, at + CONTEXT, WORDS - CONTEXT);
        if (EventKind.pelt(kind(copy))) {
            if (pelt == null) pelt = new PeltValues();
            words[at + ARG0] = pelt.copy(from.peltOf(row), from.arg0(row));
        }
        return copy;
    }

    /** Replaces the ids of the names in {@code row}, whose batch used another table. */
    public void names(int row, int taskComm, int otherTaskComm) {
        words[(row << SHIFT) + COMMS] = pack(taskComm, otherTaskComm);
    }

    /** Sets the context columns of {@code row}. */
    public void context(int row, int current, int contextFlags) {
        int at = (row << SHIFT) + CONTEXT;
        words[at] = (words[at] & 0xFF) | ((long) contextFlags << 8) | (current & 0xFF_FFFFL) << 16;
    }

    /** Sets the process of the task that was current in {@code row}, after {@link #context}; −1 for unknown. */
    public void process(int row, int currentProcess) {
        int at = (row << SHIFT) + CONTEXT;
        words[at] = (words[at] & 0xFF_FFFF_FFFFL) | (long) (currentProcess + 1) << 40;
    }

    /** Adds flags to those of {@code row}. */
    public void flag(int row, int moreFlags) {
        words[(row << SHIFT) + CONTEXT] |= (long) moreFlags << 8;
    }

    /** Sets the first task of {@code row}. */
    public void task(int row, int taskPid, int taskPrio, int taskComm) {
        int at = row << SHIFT;
        words[at + TASK] = pack(taskPid, taskPrio);
        words[at + COMMS] = pack(taskComm, high(words[at + COMMS]));
    }

    /** Sets the second task of {@code row}. */
    public void other(int row, int taskPid, int taskPrio, int taskComm) {
        int at = row << SHIFT;
        words[at + OTHER] = pack(taskPid, taskPrio);
        words[at + COMMS] = pack((int) words[at + COMMS], taskComm);
    }

    /** Sets the two arguments of {@code row}. */
    public void args(int row, long first, long second) {
        int at = row << SHIFT;
        words[at + ARG0] = first;
        words[at + ARG1] = second;
    }

    /** The CPU whose events these are. */
    public int cpu() {
        return cpu;
    }

    /** Number of rows. */
    public int size() {
        return size;
    }

    /** Time in ns of the trace clock. */
    public long timeNs(int row) {
        return words[(row << SHIFT) + TIME];
    }

    /** Replaces the time of {@code row}: only the merger does this, to clamp a clock that stepped back. */
    public void timeNs(int row, long time) {
        words[(row << SHIFT) + TIME] = time;
    }

    /** File offset or line number of the record. */
    public long ref(int row) {
        return words[(row << SHIFT) + REF];
    }

    /** Ordinal of the {@link EventKind}. */
    public int kind(int row) {
        return (int) words[(row << SHIFT) + CONTEXT] & 0xFF;
    }

    /** {@link #HARDIRQ}, {@link #SOFTIRQ}, {@link #CONTEXT_KNOWN}, {@link #TASK_GONE}, {@link #PROCESS_GONE}. */
    public int flags(int row) {
        return (int) words[(row << SHIFT) + CONTEXT] >>> 8 & 0xFF;
    }

    /** The task that was current when the event fired. */
    public int currentPid(int row) {
        return (int) (words[(row << SHIFT) + CONTEXT] << 24 >> 40);
    }

    /** Its process, or −1 where the recorder does not tell it with each event. */
    public int currentTgid(int row) {
        return (int) (words[(row << SHIFT) + CONTEXT] >>> 40) - 1;
    }

    /** First task of the event. */
    public int pid(int row) {
        return (int) words[(row << SHIFT) + TASK];
    }

    /** Second task of the event. */
    public int otherPid(int row) {
        return (int) words[(row << SHIFT) + OTHER];
    }

    /** Kernel priority of the first task: below 0 deadline, 0–99 real time, 100–139 fair. */
    public int prio(int row) {
        return high(words[(row << SHIFT) + TASK]);
    }

    /** Kernel priority of the second task. */
    public int otherPrio(int row) {
        return high(words[(row << SHIFT) + OTHER]);
    }

    /** Name id of the first task, see {@link Comms}. */
    public int comm(int row) {
        return (int) words[(row << SHIFT) + COMMS];
    }

    /** Name id of the second task. */
    public int otherComm(int row) {
        return high(words[(row << SHIFT) + COMMS]);
    }

    /** First argument. */
    public long arg0(int row) {
        return words[(row << SHIFT) + ARG0];
    }

    /** Second argument. */
    public long arg1(int row) {
        return words[(row << SHIFT) + ARG1];
    }

    /** Whether {@code row}, which is of a PELT kind, has a value for {@code field}. */
    public boolean hasPelt(int row, PeltField field) {
        return peltOf(row).has(arg0(row), field);
    }

    /** The value of {@code field} in {@code row}; it must be there ({@link #hasPelt}). */
    public long pelt(int row, PeltField field) {
        return peltOf(row).value(arg0(row), field);
    }

    /** Replaces the value of {@code field} in {@code row}; it must be there. */
    public void pelt(int row, PeltField field, long value) {
        peltOf(row).replace(arg0(row), field, value);
    }

    /**
     * A number that two rows share if they say the same, whenever and wherever it was recorded: their kinds, tasks and
     * values. Left out is what recorders of one event may see or print differently: the context, and the state of a
     * switch. The chance that other rows share it is 2⁻⁶⁴.
     */
    public long sameness(int row) {
        int at = row << SHIFT;
        int kind = kind(row);
        long hash = mix(mix(mix(kind, words[at + TASK]), words[at + OTHER]), words[at + COMMS]);
        if (EventKind.pelt(kind)) return peltOf(row).mixInto(hash, words[at + ARG0]);
        return kind == EventKind.SWITCH.ordinal() ? hash : mix(mix(hash, words[at + ARG0]), words[at + ARG1]);
    }

    static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L ^ mixed >>> 32;
    }

    private PeltValues peltOf(int row) {
        if (pelt == null || !EventKind.pelt(kind(row)))
            throw new IllegalStateException("row " + row + " has no PELT values");
        return pelt;
    }

    /** Forgets the first {@code rows} rows; the rest move to the front. */
    public void dropFirst(int rows) {
        int left = size - rows;
        if (left > 0) System.arraycopy(words, rows << SHIFT, words, 0, left << SHIFT);
        size = left;
        if (pelt != null) dropPelt(pelt);
    }

    /** Forgets the values of rows that are gone. Rows may have been sorted, so the oldest value left is looked for. */
    private void dropPelt(PeltValues values) {
        long oldest = Long.MAX_VALUE;
        for (int row = 0; row < size; row++) if (EventKind.pelt(kind(row))) oldest = Math.min(oldest, arg0(row));
        if (oldest == Long.MAX_VALUE) values.clear();
        else values.dropBefore(oldest);
    }

    /** Puts the rows from {@code from} on in order of time; rows of equal time keep their order. */
    public void sortByTime(int from) {
        int[] order = RowOrder.byTime(this, from);
        long[] sorted = new long[order.length << SHIFT];
        for (int i = 0; i < order.length; i++) System.arraycopy(words, order[i] << SHIFT, sorted, i << SHIFT, WORDS);
        System.arraycopy(sorted, 0, words, from << SHIFT, sorted.length);
    }

    private static long pack(int low, int high) {
        return (low & 0xFFFF_FFFFL) | ((long) high << 32);
    }

    private static int high(long word) {
        return (int) (word >>> 32);
    }

    private void grow() {
        words = Arrays.copyOf(words, Math.max(16 << SHIFT, words.length * 2));
    }
}
