package rewake.kernel.pelt;

/**
 * Does at once to the first variant what happens, and writes it down for the others, which do a whole batch one after
 * another: so each has its numbers in the cache while it works. Of the tasks a copy is kept as they are at that moment.
 */
final class LevelOps implements Levels {
    private static final int CAPACITY = 2048;

    private static final byte ENQUEUE = 0;
    private static final byte DEQUEUE = 1;
    private static final byte DETACH = 2;
    private static final byte ATTACH = 3;
    private static final byte REMOVE = 4;
    private static final byte TAKE_LOAD = 5;
    private static final byte ADD_LOAD = 6;
    private static final byte TICK = 7;
    private static final byte BLOCKED = 8;
    private static final byte CHANGE = 9;
    private static final byte PUT_ALL = 10;
    private static final byte SET_ALL = 11;
    private static final byte OFFLINE = 12;
    private static final byte ONLINE = 13;

    private static final int YES = 1;
    private static final int ALSO = 2;

    private final GroupLoads first;
    private final GroupLoads[] others;
    private final Moment moment;
    private final ParentTrail trail;

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
    private int copies;
    private int size;

    LevelOps(GroupLoads first, GroupLoads[] others, Moment moment, ParentTrail trail) {
        this.first = first;
        this.others = others;
        this.moment = moment;
        this.trail = trail;
    }

    /** Brings the others to where the first is. */
    void catchUp() {
        if (size == 0) return;
        int last = size - 1;
        for (GroupLoads loads : others) {
            trail.rewind();
            for (int i = 0; i < size; i++) {
                moment.ns = ns[i];
                moment.clock = clock[i];
                moment.pelt = pelt[i];
                moment.by = by[i];
                replay(loads, i);
            }
        }
        moment.ns = ns[last];
        size = 0;
        copies = 0;
        trail.clear();
    }

    private void replay(GroupLoads loads, int i) {
        boolean yes = (flags[i] & YES) != 0;
        boolean also = (flags[i] & ALSO) != 0;
        switch (kind[i]) {
            case ENQUEUE -> loads.enqueue(q[i], rows, row[i], a[i], yes);
            case DEQUEUE -> loads.dequeue(q[i], rows, row[i], a[i], yes);
            case DETACH -> loads.detach(q[i], rows, row[i], a[i]);
            case ATTACH -> loads.attach(q[i], rows, row[i], a[i]);
            case REMOVE -> loads.remove(q[i], rows, row[i]);
            case TAKE_LOAD -> loads.takeLoad(q[i], rows, row[i], a[i], yes, also);
            case ADD_LOAD -> loads.addLoad(q[i], rows, row[i], a[i], yes, also);
            case TICK -> loads.tick(q[i]);
            case BLOCKED -> loads.blocked(q[i]);
            case CHANGE -> loads.change(a[i], q[i], yes, b[i], c[i]);
            case PUT_ALL -> loads.putAll(a[i], q[i], yes);
            case SET_ALL -> loads.setAll(a[i], q[i]);
            case OFFLINE -> loads.goesOffline(q[i]);
            case ONLINE -> loads.comesOnline(q[i]);
            default -> throw new IllegalStateException("operation " + kind[i]);
        }
    }

    private int note(byte what, int queue, int argument, int flag) {
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

    private void note(byte what, int queue, SchedAvgs tasks, int task, int weight, int flag) {
        int i = note(what, queue, weight, flag);
        if (what <= DEQUEUE && flag == 0) return; // neither comes nor goes with its load
        rows.copy(copies, tasks, task);
        row[i] = copies++;
    }

    /** Whether an operation of a few steps may find no room. */
    boolean isNearlyFull() {
        return size > CAPACITY - 16;
    }

    @Override
    public void room(int added) {
        catchUp();
        first.room(added);
        for (GroupLoads loads : others) loads.room(added);
    }

    @Override
    public void add(int group, int cpu) {
        catchUp();
        first.add(group, cpu);
        for (GroupLoads loads : others) {
            trail.rewind();
            loads.add(group, cpu);
        }
        trail.clear();
    }

    @Override
    public void enqueue(int queue, SchedAvgs tasks, int task, int weight, boolean attaches) {
        note(ENQUEUE, queue, tasks, task, weight, attaches ? YES : 0);
        first.enqueue(queue, tasks, task, weight, attaches);
    }

    @Override
    public void dequeue(int queue, SchedAvgs tasks, int task, int weight, boolean migrates) {
        note(DEQUEUE, queue, tasks, task, weight, migrates ? YES : 0);
        first.dequeue(queue, tasks, task, weight, migrates);
    }

    @Override
    public void detach(int queue, SchedAvgs tasks, int task, int weight) {
        note(DETACH, queue, tasks, task, weight, 0);
        first.detach(queue, tasks, task, weight);
    }

    @Override
    public void attach(int queue, SchedAvgs tasks, int task, int weight) {
        note(ATTACH, queue, tasks, task, weight, 0);
        first.attach(queue, tasks, task, weight);
    }

    @Override
    public void remove(int queue, SchedAvgs tasks, int task) {
        note(REMOVE, queue, tasks, task, 0, 0);
        first.remove(queue, tasks, task);
    }

    @Override
    public void takeLoad(int queue, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        note(TAKE_LOAD, queue, tasks, task, weight, (queued ? YES : 0) | (attached ? ALSO : 0));
        first.takeLoad(queue, tasks, task, weight, queued, attached);
    }

    @Override
    public void addLoad(int queue, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        note(ADD_LOAD, queue, tasks, task, weight, (queued ? YES : 0) | (attached ? ALSO : 0));
        first.addLoad(queue, tasks, task, weight, queued, attached);
    }

    @Override
    public void tick(int queue) {
        note(TICK, queue, 0, 0);
        first.tick(queue);
    }

    @Override
    public void blocked(int cpu) {
        note(BLOCKED, cpu, 0, 0);
        first.blocked(cpu);
    }

    @Override
    public void change(int before, int from, boolean stays, int task, int onto) {
        int i = note(CHANGE, from, before, stays ? YES : 0);
        b[i] = task;
        c[i] = onto;
        first.change(before, from, stays, task, onto);
    }

    @Override
    public void putAll(int task, int queue, boolean stays) {
        note(PUT_ALL, queue, task, stays ? YES : 0);
        first.putAll(task, queue, stays);
    }

    @Override
    public void setAll(int task, int queue) {
        note(SET_ALL, queue, task, 0);
        first.setAll(task, queue);
    }

    @Override
    public void goesOffline(int cpu) {
        note(OFFLINE, cpu, 0, 0);
        first.goesOffline(cpu);
    }

    @Override
    public void comesOnline(int cpu) {
        note(ONLINE, cpu, 0, 0);
        first.comesOnline(cpu);
    }
}
