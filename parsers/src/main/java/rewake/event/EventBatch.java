package rewake.event;

import java.util.Arrays;

/**
 * Rows of scheduler events as columns of primitives: one row is one event. What each column means for a row is said by
 * its {@link EventKind}. A reader appends rows in arrival order; a consumer reads them by row number.
 *
 * <p>Shape: {@code size()} rows, columns grow together. Times are nanoseconds of the trace clock, pids are thread ids,
 * comms are ids of a {@link Comms} table, {@code ref} is the file offset (or line) of the record and breaks ties.
 */
public final class EventBatch {
    /** Flag: the event fired in hardirq context. */
    public static final int HARDIRQ = 1;
    /** Flag: the event fired in softirq context. */
    public static final int SOFTIRQ = 2;
    /** Flag: the trace records the interrupt context, so the absence of the two other flags means task context. */
    public static final int CONTEXT_KNOWN = 4;

    private long[] timeNs;
    private long[] ref;
    private byte[] kind;
    private byte[] flags;
    private int[] currentPid;
    private int[] pid;
    private int[] otherPid;
    private int[] prio;
    private int[] otherPrio;
    private int[] comm;
    private int[] otherComm;
    private long[] arg0;
    private long[] arg1;
    private final int cpu;
    private int size;

    /** An empty batch for the events of {@code cpu} with room for {@code capacity} rows before it grows. */
    public EventBatch(int cpu, int capacity) {
        this.cpu = cpu;
        timeNs = new long[capacity];
        ref = new long[capacity];
        kind = new byte[capacity];
        flags = new byte[capacity];
        currentPid = new int[capacity];
        pid = new int[capacity];
        otherPid = new int[capacity];
        prio = new int[capacity];
        otherPrio = new int[capacity];
        comm = new int[capacity];
        otherComm = new int[capacity];
        arg0 = new long[capacity];
        arg1 = new long[capacity];
    }

    /** Appends a row with its time, reference and kind; all other columns of the row are 0. Returns the row number. */
    public int append(long time, long reference, EventKind eventKind) {
        int row = size++;
        if (row == timeNs.length) grow();
        timeNs[row] = time;
        ref[row] = reference;
        kind[row] = (byte) eventKind.ordinal();
        flags[row] = 0;
        currentPid[row] = 0;
        pid[row] = 0;
        otherPid[row] = 0;
        prio[row] = 0;
        otherPrio[row] = 0;
        comm[row] = 0;
        otherComm[row] = 0;
        arg0[row] = 0;
        arg1[row] = 0;
        return row;
    }

    /** Sets the context columns of {@code row}. */
    public void context(int row, int current, int contextFlags) {
        currentPid[row] = current;
        flags[row] = (byte) contextFlags;
    }

    /** Sets the first task of {@code row}. */
    public void task(int row, int taskPid, int taskPrio, int taskComm) {
        pid[row] = taskPid;
        prio[row] = taskPrio;
        comm[row] = taskComm;
    }

    /** Sets the second task of {@code row}. */
    public void other(int row, int taskPid, int taskPrio, int taskComm) {
        otherPid[row] = taskPid;
        otherPrio[row] = taskPrio;
        otherComm[row] = taskComm;
    }

    /** Sets the two arguments of {@code row}. */
    public void args(int row, long first, long second) {
        arg0[row] = first;
        arg1[row] = second;
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
        return timeNs[row];
    }

    /** Replaces the time of {@code row}: only the merger does this, to clamp a clock that stepped back. */
    public void timeNs(int row, long time) {
        timeNs[row] = time;
    }

    /** File offset or line number of the record. */
    public long ref(int row) {
        return ref[row];
    }

    /** Ordinal of the {@link EventKind}. */
    public int kind(int row) {
        return kind[row];
    }

    /** Context flags: {@link #HARDIRQ}, {@link #SOFTIRQ}, {@link #CONTEXT_KNOWN}. */
    public int flags(int row) {
        return flags[row];
    }

    /** The task that was current when the event fired. */
    public int currentPid(int row) {
        return currentPid[row];
    }

    /** First task of the event. */
    public int pid(int row) {
        return pid[row];
    }

    /** Second task of the event. */
    public int otherPid(int row) {
        return otherPid[row];
    }

    /** Kernel priority of the first task: below 0 deadline, 0–99 real time, 100–139 fair. */
    public int prio(int row) {
        return prio[row];
    }

    /** Kernel priority of the second task. */
    public int otherPrio(int row) {
        return otherPrio[row];
    }

    /** Name id of the first task, see {@link Comms}. */
    public int comm(int row) {
        return comm[row];
    }

    /** Name id of the second task. */
    public int otherComm(int row) {
        return otherComm[row];
    }

    /** First argument. */
    public long arg0(int row) {
        return arg0[row];
    }

    /** Second argument. */
    public long arg1(int row) {
        return arg1[row];
    }

    /** Forgets the first {@code rows} rows; the rest move to the front. */
    public void dropFirst(int rows) {
        int left = size - rows;
        if (left > 0) move(rows, 0, left);
        size = left;
    }

    /** Puts the rows from {@code from} on in order of time; rows of equal time keep their order. */
    public void sortByTime(int from) {
        int[] order = RowOrder.byTime(timeNs, from, size);
        RowOrder.arrange(timeNs, from, order);
        RowOrder.arrange(ref, from, order);
        RowOrder.arrange(kind, from, order);
        RowOrder.arrange(flags, from, order);
        RowOrder.arrange(currentPid, from, order);
        RowOrder.arrange(pid, from, order);
        RowOrder.arrange(otherPid, from, order);
        RowOrder.arrange(prio, from, order);
        RowOrder.arrange(otherPrio, from, order);
        RowOrder.arrange(comm, from, order);
        RowOrder.arrange(otherComm, from, order);
        RowOrder.arrange(arg0, from, order);
        RowOrder.arrange(arg1, from, order);
    }

    private void move(int from, int to, int rows) {
        System.arraycopy(timeNs, from, timeNs, to, rows);
        System.arraycopy(ref, from, ref, to, rows);
        System.arraycopy(kind, from, kind, to, rows);
        System.arraycopy(flags, from, flags, to, rows);
        System.arraycopy(currentPid, from, currentPid, to, rows);
        System.arraycopy(pid, from, pid, to, rows);
        System.arraycopy(otherPid, from, otherPid, to, rows);
        System.arraycopy(prio, from, prio, to, rows);
        System.arraycopy(otherPrio, from, otherPrio, to, rows);
        System.arraycopy(comm, from, comm, to, rows);
        System.arraycopy(otherComm, from, otherComm, to, rows);
        System.arraycopy(arg0, from, arg0, to, rows);
        System.arraycopy(arg1, from, arg1, to, rows);
    }

    private void grow() {
        int capacity = Math.max(16, timeNs.length * 2);
        timeNs = Arrays.copyOf(timeNs, capacity);
        ref = Arrays.copyOf(ref, capacity);
        kind = Arrays.copyOf(kind, capacity);
        flags = Arrays.copyOf(flags, capacity);
        currentPid = Arrays.copyOf(currentPid, capacity);
        pid = Arrays.copyOf(pid, capacity);
        otherPid = Arrays.copyOf(otherPid, capacity);
        prio = Arrays.copyOf(prio, capacity);
        otherPrio = Arrays.copyOf(otherPrio, capacity);
        comm = Arrays.copyOf(comm, capacity);
        otherComm = Arrays.copyOf(otherComm, capacity);
        arg0 = Arrays.copyOf(arg0, capacity);
        arg1 = Arrays.copyOf(arg1, capacity);
    }
}
