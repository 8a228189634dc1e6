package rewake.replay.pelt;

import java.util.Arrays;

/**
 * Operations in the order in which they began. An operation is recorded by its last event, so that it comes here after others
 * that began later; it goes out when none can come any more that began before it. Times are ns; memory grows with what is
 * open at once, some events a CPU.
 */
final class OpQueue {
    /** Takes them out. */
    interface Sink {
        /**
         * Takes the next one.
         *
         * @param startNs when it began, of the trace clock
         * @param clockNs the run-queue clock it is done by, in trace time
         * @param by the CPU that does it
         */
        void operation(Op op, int cpu, int task, int weight, int by, long startNs, long clockNs);
    }

    private static final Op[] OPS = Op.values();

    private final Sink sink;
    private int head;
    private int size;
    private long[] start = new long[256];
    private long[] clock = new long[256];
    private int[] op = new int[256];
    private int[] cpu = new int[256];
    private int[] task = new int[256];
    private int[] weight = new int[256];
    private int[] by = new int[256];

    OpQueue(Sink sink) {
        this.sink = sink;
    }

    void add(Op kind, int onCpu, int ofTask, int itsWeight, int byCpu, long startNs, long clockNs) {
        if (size == start.length) grow();
        int at = size++;
        while (at > 0 && start[slot(at - 1)] > startNs) {
            copy(slot(at - 1), slot(at));
            at--;
        }
        int to = slot(at);
        start[to] = startNs;
        clock[to] = clockNs;
        op[to] = kind.ordinal();
        cpu[to] = onCpu;
        task[to] = ofTask;
        weight[to] = itsWeight;
        by[to] = byCpu;
    }

    /** Hands over what began before {@code ns}. */
    void release(long ns) {
        while (size > 0 && start[head] < ns) {
            int at = head;
            head = slot(1);
            size--;
            sink.operation(OPS[op[at]], cpu[at], task[at], weight[at], by[at], start[at], clock[at]);
        }
    }

    private int slot(int at) {
        return head + at & start.length - 1;
    }

    private void copy(int from, int to) {
        start[to] = start[from];
        clock[to] = clock[from];
        op[to] = op[from];
        cpu[to] = cpu[from];
        task[to] = task[from];
        weight[to] = weight[from];
        by[to] = by[from];
    }

    private void grow() {
        start = straight(start);
        clock = straight(clock);
        op = straight(op);
        cpu = straight(cpu);
        task = straight(task);
        weight = straight(weight);
        by = straight(by);
        head = 0;
    }

    private long[] straight(long[] ring) {
        long[] twice = new long[ring.length * 2];
        System.arraycopy(ring, head, twice, 0, ring.length - head);
        System.arraycopy(ring, 0, twice, ring.length - head, head);
        return twice;
    }

    private int[] straight(int[] ring) {
        int[] twice = Arrays.copyOf(new int[0], ring.length * 2);
        System.arraycopy(ring, head, twice, 0, ring.length - head);
        System.arraycopy(ring, 0, twice, ring.length - head, head);
        return twice;
    }
}
