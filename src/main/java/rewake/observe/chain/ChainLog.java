package rewake.observe.chain;

import java.util.Arrays;

/**
 * The newest facts of a trace that a walk back through it needs, in columns of primitives: {@value #BYTES} bytes for each switch,
 * each move of a waiting task and each gap. It grows up to a capacity and then forgets the oldest. Entries have numbers from
 * 0 at the trace's beginning, the same in every pass.
 */
final class ChainLog {
    /** Memory for one entry. */
    static final int BYTES = 44;

    static final int NONE = -1;
    /** A CPU switched: task = next, other = prev or {@link #NONE} where that is not known. */
    static final byte RUN = 0;
    /** A waiting task moved: cpu = to, otherCpu = from. */
    static final byte MOVE = 1;
    /** What a CPU ran before is not known. */
    static final byte GAP = 2;

    private final int capacity;
    private long[] timeNs = new long[1024];
    private long[] sinceNs = new long[1024];
    private int[] task = new int[1024];
    private int[] other = new int[1024];
    private int[] waker = new int[1024];
    private int[] back = new int[1024];
    private int[] cpus = new int[1024];
    private byte[] kind = new byte[1024];
    private byte[] wait = new byte[1024];
    private byte[] context = new byte[1024];
    private long next;

    /** A log that holds so many entries at most. */
    ChainLog(int capacity) {
        this.capacity = Math.max(1024, Integer.highestOneBit(capacity));
    }

    /** Number that the next entry gets. */
    long next() {
        return next;
    }

    /** Number of the oldest entry that is held. */
    long first() {
        return Math.max(0, next - timeNs.length);
    }

    /** Appends an entry that is not the end of a known wait. */
    void add(byte what, long time, int cpu, int ofTask, int otherTask, int otherCpu) {
        if (next == timeNs.length && next < capacity) grow();
        int at = at(next++);
        kind[at] = what;
        timeNs[at] = time;
        cpus[at] = (cpu << 16) | (otherCpu & 0xFFFF);
        task[at] = ofTask;
        other[at] = otherTask;
        wait[at] = 0;
    }

    /**
     * The newest entry, a switch, ended a wait.
     *
     * @param sinceNumber number of the first entry within the wait
     */
    void waited(long since, long sinceNumber, ChainKind of, int wokenBy, int wakerCpu, WakeContext in) {
        int at = at(next - 1);
        sinceNs[at] = since;
        back[at] = (int) (next - 1 - sinceNumber);
        wait[at] = (byte) of.ordinal();
        waker[at] = wokenBy;
        cpus[at] = (cpus[at] & 0xFFFF_0000) | (wakerCpu & 0xFFFF);
        context[at] = (byte) in.ordinal();
    }

    byte kind(long number) {
        return kind[at(number)];
    }

    long timeNs(long number) {
        return timeNs[at(number)];
    }

    int cpu(long number) {
        return cpus[at(number)] >>> 16;
    }

    /** Of a move where it came from, of the end of a wait the waker's CPU; 65535 for none. */
    int otherCpu(long number) {
        return cpus[at(number)] & 0xFFFF;
    }

    int task(long number) {
        return task[at(number)];
    }

    int other(long number) {
        return other[at(number)];
    }

    long sinceNs(long number) {
        return sinceNs[at(number)];
    }

    /** Number of the first entry within the wait that ended here. */
    long sinceNumber(long number) {
        return number - back[at(number)];
    }

    /** What wait ended here, 0 for none: an ordinal of {@link ChainKind}. */
    byte endedWait(long number) {
        return wait[at(number)];
    }

    int waker(long number) {
        return waker[at(number)];
    }

    byte context(long number) {
        return context[at(number)];
    }

    private int at(long number) {
        return (int) (number & (timeNs.length - 1));
    }

    private void grow() {
        int n = timeNs.length * 2;
        timeNs = Arrays.copyOf(timeNs, n);
        sinceNs = Arrays.copyOf(sinceNs, n);
        task = Arrays.copyOf(task, n);
        other = Arrays.copyOf(other, n);
        waker = Arrays.copyOf(waker, n);
        back = Arrays.copyOf(back, n);
        cpus = Arrays.copyOf(cpus, n);
        kind = Arrays.copyOf(kind, n);
        wait = Arrays.copyOf(wait, n);
        context = Arrays.copyOf(context, n);
    }
}
