package rewake.timeline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStats;
import rewake.event.TaskState;

/**
 * Where every CPU and task stands at the moment that the tracker has reached: what listeners read. Memory grows with CPUs
 * and tasks, never with events.
 *
 * <p>Per CPU: the running task, how many tasks are queued (the running one counts, the idle task never does), and the
 * queue itself as a linked list. Per task: CPU, whether it is queued, since when it waits, and its open wake-up.
 */
public final class Timeline {
    /** No open wake-up. */
    static final byte NO_WAKE = 0;
    /** sched_waking was seen; where it goes is not known yet. */
    static final byte WAKING = 1;
    /** The chosen CPU is known; it is not queued there yet. */
    static final byte PLACED = 2;

    private static final WaitKind[] WAIT_KINDS = WaitKind.values();
    private static final long UNCOVERED = Long.MIN_VALUE;

    private final Tasks tasks;
    private long firstNs;
    // per CPU
    private int[] current;
    private long[] since;
    private boolean[] startKnown;
    private boolean[] known;
    private int[] nrRunning;
    private int[] head;
    private int[] unplaced;
    private boolean[] assumed;
    private boolean[] seen;
    private boolean[] left;
    private long[] heardNs;
    private long[] coveredSince;
    // per task
    private int[] cpu = new int[256];
    private boolean[] onRq = new boolean[256];
    private byte[] state = new byte[256];
    private long[] waitSince = new long[256];
    private byte[] waitKind = new byte[256];
    private int[] next = new int[256];
    private int[] before = new int[256];
    private byte[] wake = new byte[256];
    private long[] wakingNs = new long[256];
    private int[] waker = new int[256];
    private int[] wakerCpu = new int[256];
    private int[] prevCpu = new int[256];
    private byte[] wakeFlags = new byte[256];
    private long[] offCpuNs = new long[256];

    Timeline(int cpus, ImportStats stats) {
        tasks = new Tasks(stats);
        int n = Math.max(1, cpus);
        current = filled(n);
        since = new long[n];
        startKnown = new boolean[n];
        known = new boolean[n];
        nrRunning = new int[n];
        head = filled(n);
        unplaced = filled(n);
        assumed = new boolean[n];
        seen = new boolean[n];
        left = new boolean[n];
        heardNs = new long[n];
        coveredSince = new long[n];
        Arrays.fill(coveredSince, UNCOVERED);
        Arrays.fill(cpu, Tasks.NONE);
    }

    /** Names, pids and priorities. */
    public Tasks tasks() {
        return tasks;
    }

    /** Time of the first event, ns; 0 before it. */
    public long firstNs() {
        return firstNs;
    }

    /** Number of CPUs seen or declared. */
    public int cpus() {
        return current.length;
    }

    /** The running task of a CPU; its idle task where nothing was seen yet. */
    public int current(int ofCpu) {
        return current[ofCpu] == Tasks.NONE ? tasks.idle(ofCpu) : current[ofCpu];
    }

    /** Whether it is known what the CPU runs: an event of it was seen, and none are missing since. */
    public boolean known(int ofCpu) {
        return known[ofCpu];
    }

    /** Since when the running task runs there, ns. */
    public long since(int ofCpu) {
        return since[ofCpu];
    }

    /** Tasks queued on a CPU, the running one included. */
    public int nrRunning(int ofCpu) {
        return nrRunning[ofCpu];
    }

    /** First task of the queue of a CPU, or {@link Tasks#NONE}; go on with {@link #nextOnRq}. */
    public int firstOnRq(int ofCpu) {
        return head[ofCpu];
    }

    /** The task after {@code task} on its queue, or {@link Tasks#NONE}. */
    public int nextOnRq(int task) {
        return next[task];
    }

    /** The CPU on which a task is, was last, or to which its wake-up sends it; {@link Tasks#NONE} where never seen. */
    public int cpu(int task) {
        return task < cpu.length ? cpu[task] : Tasks.NONE;
    }

    /** Whether a task is queued or runs. */
    public boolean onRq(int task) {
        return task < onRq.length && onRq[task];
    }

    /** Whether a task is the running one of its CPU. */
    public boolean isRunning(int task) {
        int at = cpu(task);
        return at >= 0 && at < current.length && current[at] == task;
    }

    /** How a task last left its CPU. */
    public TaskState state(int task) {
        return task < state.length ? TaskState.of(state[task]) : TaskState.UNKNOWN;
    }

    /** When a task last left its CPU, ns; 0 where never. */
    public long offCpuNs(int task) {
        return task < offCpuNs.length ? offCpuNs[task] : 0;
    }

    /** Whether a task waits for its CPU since a wake-up: not since a fork, and not because another took its CPU. */
    public boolean waitsSinceWakeup(int task) {
        return waitKind(task) == WaitKind.WAKEUP.ordinal() + 1;
    }

    /** Whether a task has an open wake-up. */
    public boolean isWaking(int task) {
        return task < wake.length && wake[task] != NO_WAKE;
    }

    /** When its open or last wake-up began, ns. */
    public long wakingNs(int task) {
        return wakingNs[task];
    }

    /** Who woke it (in interrupts: the interrupted task). */
    public int waker(int task) {
        return waker[task];
    }

    /** On which CPU the waker ran. */
    public int wakerCpu(int task) {
        return wakerCpu[task];
    }

    /** The CPU it came from: {@code target_cpu} of sched_waking. */
    public int prevCpu(int task) {
        return prevCpu[task];
    }

    /** Context flags of its sched_waking, see {@link rewake.event.EventBatch#flags}. */
    public int wakeFlags(int task) {
        return wakeFlags[task];
    }

    // ---- written by the tracker only ----

    void begins(long timeNs) {
        firstNs = timeNs;
    }

    void room(int task, int onCpu) {
        if (task >= cpu.length) growTasks(task);
        if (onCpu >= current.length) growCpus(onCpu);
    }

    void run(int onCpu, int task, long timeNs, boolean isStartKnown) {
        current[onCpu] = task;
        since[onCpu] = timeNs;
        startKnown[onCpu] = isStartKnown;
        known[onCpu] = true;
        cpu[task] = onCpu;
    }

    /** Whether a switch showed that the running task started there; false where it is only known to run. */
    public boolean startKnown(int onCpu) {
        return startKnown[onCpu];
    }

    void forget(int onCpu) {
        known[onCpu] = false;
        startKnown[onCpu] = false;
    }

    void left(int task, TaskState how, long timeNs) {
        state[task] = (byte) how.ordinal();
        offCpuNs[task] = timeNs;
    }

    void enqueue(int task, int onCpu) {
        if (onRq[task]) dequeue(task);
        cpu[task] = onCpu;
        onRq[task] = true;
        nrRunning[onCpu]++;
        int first = head[onCpu];
        next[task] = first;
        before[task] = Tasks.NONE;
        if (first != Tasks.NONE) before[first] = task;
        head[onCpu] = task;
    }

    void dequeue(int task) {
        if (!onRq[task]) return;
        int at = cpu[task];
        onRq[task] = false;
        nrRunning[at]--;
        int b = before[task];
        int n = next[task];
        if (b == Tasks.NONE) head[at] = n;
        else next[b] = n;
        if (n != Tasks.NONE) before[n] = b;
    }

    void moved(int task, int to) {
        cpu[task] = to;
    }

    void waits(int task, long sinceNs, WaitKind kind) {
        waitSince[task] = sinceNs;
        waitKind[task] = (byte) (kind.ordinal() + 1);
    }

    void waitsNoMore(int task) {
        waitKind[task] = 0;
    }

    /** 0 for not waiting, else ordinal of the kind + 1. */
    int waitKind(int task) {
        return task < waitKind.length ? waitKind[task] : 0;
    }

    /** What a task waits for a CPU after, or null where it does not wait. */
    public @Nullable WaitKind waits(int task) {
        int kind = waitKind(task);
        return kind == 0 ? null : WAIT_KINDS[kind - 1];
    }

    /** Since when it waits, or last waited, ns. */
    public long waitSince(int task) {
        return waitSince[task];
    }

    void wake(int task, byte stage) {
        wake[task] = stage;
    }

    byte wake(int task) {
        return wake[task];
    }

    void wakeBegins(int task, long timeNs, int by, int byCpu, int from, int flags) {
        wake[task] = WAKING;
        wakingNs[task] = timeNs;
        waker[task] = by;
        wakerCpu[task] = byCpu;
        prevCpu[task] = from;
        wakeFlags[task] = (byte) flags;
    }

    int unplaced(int onCpu) {
        return unplaced[onCpu];
    }

    void unplaced(int onCpu, int task) {
        unplaced[onCpu] = task;
    }

    /** Whether what the CPU runs was only concluded from its first event, which is still to come. */
    boolean assumed(int onCpu) {
        return assumed[onCpu];
    }

    void assumed(int onCpu, boolean value) {
        assumed[onCpu] = value;
    }

    /** Whether the CPU had any event. */
    boolean seen(int onCpu) {
        return seen[onCpu];
    }

    /** The CPU has an event; true where its task had been seen elsewhere since its last one, so that events are missing. */
    boolean speaks(int onCpu) {
        boolean missed = left[onCpu];
        seen[onCpu] = true;
        assumed[onCpu] = false;
        left[onCpu] = false;
        return missed;
    }

    /** Time of the CPU's newest event, ns. */
    long heardNs(int onCpu) {
        return heardNs[onCpu];
    }

    void heard(int onCpu, long timeNs) {
        heardNs[onCpu] = timeNs;
    }

    /** What the CPU runs is known from now on. */
    void cover(int onCpu, long timeNs) {
        coveredSince[onCpu] = timeNs;
    }

    /** Whether it is followed what the CPU runs. */
    boolean covered(int onCpu) {
        return coveredSince[onCpu] != UNCOVERED;
    }

    /** Since when that is so, ns; no longer from now on. */
    long uncover(int onCpu) {
        long since = coveredSince[onCpu];
        coveredSince[onCpu] = UNCOVERED;
        return since;
    }

    /** Notes that its task was seen elsewhere, until it {@link #speaks}. */
    void left(int onCpu, boolean value) {
        left[onCpu] = value;
    }

    private void growTasks(int task) {
        int old = cpu.length;
        int n = Math.max(task + 1, old * 2);
        cpu = Arrays.copyOf(cpu, n);
        Arrays.fill(cpu, old, n, Tasks.NONE);
        onRq = Arrays.copyOf(onRq, n);
        state = Arrays.copyOf(state, n);
        waitSince = Arrays.copyOf(waitSince, n);
        waitKind = Arrays.copyOf(waitKind, n);
        next = Arrays.copyOf(next, n);
        before = Arrays.copyOf(before, n);
        wake = Arrays.copyOf(wake, n);
        wakingNs = Arrays.copyOf(wakingNs, n);
        waker = Arrays.copyOf(waker, n);
        wakerCpu = Arrays.copyOf(wakerCpu, n);
        prevCpu = Arrays.copyOf(prevCpu, n);
        wakeFlags = Arrays.copyOf(wakeFlags, n);
        offCpuNs = Arrays.copyOf(offCpuNs, n);
    }

    private void growCpus(int onCpu) {
        int old = current.length;
        int n = Math.max(onCpu + 1, old * 2);
        current = Arrays.copyOf(current, n);
        Arrays.fill(current, old, n, Tasks.NONE);
        since = Arrays.copyOf(since, n);
        startKnown = Arrays.copyOf(startKnown, n);
        known = Arrays.copyOf(known, n);
        nrRunning = Arrays.copyOf(nrRunning, n);
        head = Arrays.copyOf(head, n);
        Arrays.fill(head, old, n, Tasks.NONE);
        unplaced = Arrays.copyOf(unplaced, n);
        Arrays.fill(unplaced, old, n, Tasks.NONE);
        assumed = Arrays.copyOf(assumed, n);
        seen = Arrays.copyOf(seen, n);
        left = Arrays.copyOf(left, n);
        heardNs = Arrays.copyOf(heardNs, n);
        coveredSince = Arrays.copyOf(coveredSince, n);
        Arrays.fill(coveredSince, old, n, UNCOVERED);
    }

    private static int[] filled(int n) {
        int[] out = new int[n];
        Arrays.fill(out, Tasks.NONE);
        return out;
    }
}
