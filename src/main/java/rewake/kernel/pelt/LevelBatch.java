package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * A stretch of what happened, in columns, for variants that do it later, each all of it: so it has its numbers in the cache
 * while it works. Of the tasks a copy is kept as they were at that moment, and what such variants are compared with.
 */
final class LevelBatch {
    static final byte ENQUEUE = 0;
    static final byte DEQUEUE = 1;
    static final byte DETACH = 2;
    static final byte ATTACH = 3;
    static final byte REMOVE = 4;
    static final byte TAKE_LOAD = 5;
    static final byte ADD_LOAD = 6;
    static final byte TICK = 7;
    static final byte BLOCKED = 8;
    static final byte CHANGE = 9;
    static final byte PUT_ALL = 10;
    static final byte SET_ALL = 11;
    static final byte OFFLINE = 12;
    static final byte ONLINE = 13;
    static final byte ADD = 14;
    /** The accounts turn a page. */
    static final byte PAGE = 15;
    /** The accounts note what loads would be if all were brought to this moment. */
    static final byte AGE = 16;

    /** A task's dequeue is delayed, or is no longer. */
    static final byte DELAY = 17;

    static final int YES = 1;
    static final int ALSO = 2;

    /** Operations of some ms of a busy machine: far more than a variant has run queues. */
    private static final int CAPACITY = 1 << 14;
    /** What an operation may consist of. */
    private static final int STEPS = 16;

    private static final int MAX_AGES = 32;

    /** What the first variant left behind, where others delay removals. */
    final ParentTrail trail = new ParentTrail();

    private final int cpus;
    private final byte[] kind = new byte[CAPACITY];
    private final int[] q = new int[CAPACITY];
    private final int[] flags = new int[CAPACITY];
    /** A weight, or tasks that run or ran. */
    private final int[] a = new int[CAPACITY];

    private final int[] b = new int[CAPACITY];
    private final int[] c = new int[CAPACITY];
    private final int[] by = new int[CAPACITY];
    private final long[] ns = new long[CAPACITY];
    private final long[] clock = new long[CAPACITY];
    private final long[] pelt = new long[CAPACITY];
    /** Tasks as they were, and which of them an operation is about. */
    private final SchedAvgs rows = new SchedAvgs(CAPACITY);

    private final int[] row = new int[CAPACITY];
    /** The PELT clocks of all CPUs at each AGE. */
    private long[] pelts = new long[0];

    private int ages;
    private int copies;
    private int size;

    LevelBatch(int cpus) {
        this.cpus = cpus;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether an operation of a few steps may find no room. */
    boolean isNearlyFull() {
        return size > CAPACITY - STEPS || ages == MAX_AGES;
    }

    void clear() {
        size = 0;
        copies = 0;
        ages = 0;
        trail.clear();
    }

    int note(byte what, Moment moment, int queue, int argument, int flag) {
        if (size == CAPACITY) throw new IllegalStateException("full");
        kind[size] = what;
        q[size] = queue;
        a[size] = argument;
        flags[size] = flag;
        by[size] = moment.by;
        ns[size] = moment.ns;
        clock[size] = moment.clock;
        pelt[size] = moment.pelt;
        return size++;
    }

    void note(byte what, Moment moment, int queue, SchedAvgs tasks, int task, int weight, int flag) {
        int i = note(what, moment, queue, weight, flag);
        if (what <= DEQUEUE && flag == 0) return; // neither comes nor goes with its load
        rows.copy(copies, tasks, task);
        row[i] = copies++;
    }

    /** Two more arguments of operation {@code i}. */
    void more(int i, int second, int third) {
        b[i] = second;
        c[i] = third;
    }

    /** The clocks of all CPUs, for an AGE that stands for {@code forNs}. */
    long[] age(Moment moment, RqClock clocks, long forNs) {
        int i = note(AGE, moment, ages, 0, 0);
        clock[i] = forNs;
        if (pelts.length < (ages + 1) * cpus) pelts = Arrays.copyOf(pelts, (ages + 1) * cpus);
        long[] now = new long[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) now[cpu] = clocks.peltAt(cpu, moment.ns);
        System.arraycopy(now, 0, pelts, ages++ * cpus, cpus);
        return now;
    }

    /** Does all of it to {@code loads}, which may be on another thread than others. */
    void replay(AlikeLoads loads) {
        Moment moment = loads.moment();
        loads.follow(trail);
        for (int i = 0; i < size; i++) {
            moment.ns = ns[i];
            moment.clock = clock[i];
            moment.pelt = pelt[i];
            moment.by = by[i];
            replay(loads, i);
        }
    }

    private void replay(AlikeLoads loads, int i) {
        boolean yes = (flags[i] & YES) != 0;
        boolean also = (flags[i] & ALSO) != 0;
        switch (kind[i]) {
            case ENQUEUE -> loads.enqueue(q[i], rows, row[i], a[i], yes, also);
            case DEQUEUE -> loads.dequeue(q[i], rows, row[i], a[i], yes, also);
            case DETACH -> loads.detach(q[i], rows, row[i], a[i]);
            case ATTACH -> loads.attach(q[i], rows, row[i], a[i]);
            case REMOVE -> loads.remove(q[i], rows, row[i]);
            case TAKE_LOAD -> loads.takeLoad(q[i], rows, row[i], a[i], yes, also);
            case ADD_LOAD -> loads.addLoad(q[i], rows, row[i], a[i], yes, also);
            case TICK -> loads.tick(q[i]);
            case DELAY -> loads.delay(q[i], yes);
            case BLOCKED -> loads.blocked(q[i]);
            case CHANGE -> loads.change(a[i], q[i], yes, b[i], c[i]);
            case PUT_ALL -> loads.putAll(a[i], q[i], yes);
            case SET_ALL -> loads.setAll(a[i], q[i]);
            case OFFLINE -> loads.goesOffline(q[i]);
            case ONLINE -> loads.comesOnline(q[i]);
            case ADD -> loads.add(q[i], a[i]);
            case PAGE -> loads.turnPage();
            case AGE -> loads.age(Arrays.copyOfRange(pelts, q[i] * cpus, (q[i] + 1) * cpus), clock[i]);
            default -> throw new IllegalStateException("operation " + kind[i]);
        }
    }
}
