package rewake.kernel.pelt;

/**
 * A stretch of operations in columns, to be done later, or several times. Numbers of added groups are given as
 * {@link FairLoads} will give them: one recorder writes all of them, from the beginning.
 */
public final class LoadOps implements LoadEvents {
    private static final byte EXECUTED_BY = 0;
    private static final byte ADD_GROUP = 1;
    private static final byte REGROUP = 2;
    private static final byte SCALE = 3;
    private static final byte OFFLINE = 4;
    private static final byte ONLINE = 5;
    private static final byte FORK = 6;
    private static final byte WAKE = 7;
    private static final byte SLEEP = 8;
    private static final byte EXIT = 9;
    private static final byte MOVE = 10;
    private static final byte PICK = 11;
    private static final byte PICK_OTHER = 12;
    private static final byte PICK_IDLE = 13;
    private static final byte TICK = 14;
    private static final byte BLOCKED = 15;
    private static final byte REWEIGHT = 16;
    private static final byte LEAVE = 17;
    private static final byte DETACH = 18;
    private static final byte ATTACH = 19;
    private static final byte SEED = 20;
    private static final byte SAMPLE = 21;

    private final byte[] kind;
    private final int[] a;
    private final int[] b;
    private final int[] c;
    private final int[] d;
    private final long[] ns;
    private int size;
    private int groups = 1;

    /** Room for {@code capacity} operations. */
    public LoadOps(int capacity) {
        kind = new byte[capacity];
        a = new int[capacity];
        b = new int[capacity];
        c = new int[capacity];
        d = new int[capacity];
        ns = new long[capacity];
    }

    /** Whether there is no room for another. */
    public boolean isFull() {
        return size == kind.length;
    }

    /** Operations written down. */
    public int size() {
        return size;
    }

    /** Makes room; groups stay known. */
    public void clear() {
        size = 0;
    }

    /** Goes on numbering groups where {@code other} is. */
    void continues(LoadOps other) {
        groups = other.groups;
    }

    private void add(byte what, int first, int second, int third, long now) {
        if (isFull()) throw new IllegalStateException("no room for more than " + size + " operations");
        kind[size] = what;
        a[size] = first;
        b[size] = second;
        c[size] = third;
        ns[size++] = now;
    }

    /** Does all of them to {@code events}, in order. */
    public void replay(LoadEvents events) {
        for (int i = 0; i < size; i++) replay(events, i);
    }

    private void replay(LoadEvents events, int i) {
        switch (kind[i]) {
            case EXECUTED_BY -> events.executedBy(a[i]);
            case ADD_GROUP -> events.addGroup(a[i], b[i], ns[i]);
            case REGROUP -> events.regroup(a[i], b[i], ns[i]);
            case SCALE -> events.scale(a[i], b[i]);
            case OFFLINE -> events.offline(a[i], ns[i]);
            case ONLINE -> events.online(a[i], ns[i]);
            case FORK -> events.fork(a[i], b[i], c[i], ns[i]);
            case WAKE -> events.wake(a[i], b[i], c[i], ns[i]);
            case SLEEP -> events.sleep(a[i], ns[i]);
            case EXIT -> events.exit(a[i], ns[i]);
            case MOVE -> events.move(a[i], b[i], ns[i]);
            case PICK -> events.pick(a[i], b[i], ns[i]);
            case PICK_OTHER -> events.pickOther(a[i], ns[i]);
            case PICK_IDLE -> events.pickIdle(a[i], ns[i]);
            case TICK -> events.tick(a[i], ns[i]);
            case BLOCKED -> events.blocked(a[i], ns[i]);
            case LEAVE -> events.leave(a[i], b[i], ns[i]);
            case DETACH -> events.detach(a[i], b[i], ns[i]);
            case ATTACH -> events.attach(a[i], ns[i]);
            case SEED -> events.seed(a[i], b[i], c[i], d[i], ns[i]);
            case SAMPLE -> events.sample();
            case REWEIGHT -> events.reweight(a[i], b[i]);
            default -> throw new IllegalStateException("operation " + kind[i]);
        }
    }

    @Override
    public void executedBy(int onCpu) {
        add(EXECUTED_BY, onCpu, 0, 0, 0);
    }

    @Override
    public int addGroup(int parent, int shares, long now) {
        add(ADD_GROUP, parent, shares, 0, now);
        return groups++;
    }

    @Override
    public void regroup(int task, int itsGroup, long now) {
        add(REGROUP, task, itsGroup, 0, now);
    }

    @Override
    public void scale(int onCpu, int value) {
        add(SCALE, onCpu, value, 0, 0);
    }

    @Override
    public void offline(int onCpu, long now) {
        add(OFFLINE, onCpu, 0, 0, now);
    }

    @Override
    public void online(int onCpu, long now) {
        add(ONLINE, onCpu, 0, 0, now);
    }

    @Override
    public void fork(int task, int onCpu, int itsWeight, long now) {
        add(FORK, task, onCpu, itsWeight, now);
    }

    @Override
    public void wake(int task, int onCpu, int itsWeight, long now) {
        add(WAKE, task, onCpu, itsWeight, now);
    }

    @Override
    public void sleep(int task, long now) {
        add(SLEEP, task, 0, 0, now);
    }

    @Override
    public void exit(int task, long now) {
        add(EXIT, task, 0, 0, now);
    }

    @Override
    public void move(int task, int to, long now) {
        add(MOVE, task, to, 0, now);
    }

    @Override
    public void pick(int onCpu, int task, long now) {
        add(PICK, onCpu, task, 0, now);
    }

    @Override
    public void pickOther(int onCpu, long now) {
        add(PICK_OTHER, onCpu, 0, 0, now);
    }

    @Override
    public void pickIdle(int onCpu, long now) {
        add(PICK_IDLE, onCpu, 0, 0, now);
    }

    @Override
    public void tick(int onCpu, long now) {
        add(TICK, onCpu, 0, 0, now);
    }

    @Override
    public void blocked(int onCpu, long now) {
        add(BLOCKED, onCpu, 0, 0, now);
    }

    @Override
    public void reweight(int task, int newWeight) {
        add(REWEIGHT, task, newWeight, 0, 0);
    }

    @Override
    public void leave(int task, int to, long now) {
        add(LEAVE, task, to, 0, now);
    }

    @Override
    public void detach(int task, int to, long now) {
        add(DETACH, task, to, 0, now);
    }

    @Override
    public void attach(int task, long now) {
        add(ATTACH, task, 0, 0, now);
    }

    @Override
    public void seed(int task, int load, int runnable, int util, long now) {
        add(SEED, task, load, runnable, now);
        d[size - 1] = util;
    }

    @Override
    public void sample() {
        add(SAMPLE, 0, 0, 0, 0);
    }
}
