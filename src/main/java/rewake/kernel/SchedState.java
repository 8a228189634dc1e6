package rewake.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The state that a placement decision reads, and the question it answers: who wakes whom, from where. The only thing
 * policies read; {@code replay} fills it and reuses one object for all decisions. CPUs are 0 to
 * {@code machine().cpus() − 1}; loads are PELT load_avg (0 to weight); durations are ns.
 */
public final class SchedState {
    private final Machine machine;
    private final long[] idle;
    private final long[] schedIdle;
    private final long[] looked;
    private final long[] keptLooks;
    private final int[] nrRunning;
    private final long[] load;
    private final long[] runnableLoad;
    private final QueueStats stats;
    private final long[] avgIdle;
    private final long[] wakeAvgIdle;
    private final long[] everywhere;
    private final Scan scan;
    private HiddenState hidden;
    private @Nullable Steps steps;

    private int waker;
    private int wakee;
    private int thisCpu;
    private int prev;
    private boolean sync;
    private boolean wakerPerCpuKthread;
    private boolean inTask = true;
    private long[] allowed;
    private int wakerFlips;
    private int wakeeFlips;
    private long wakeeLoad;
    private long currentLoad;
    private int delayedOnThis;
    private boolean wakeeSchedIdle;
    private boolean schedIdleHidden;

    /** All CPUs busy with nothing known, every CPU allowed. */
    public SchedState(Machine machine) {
        this.machine = machine;
        int n = machine.cpus();
        idle = CpuMask.empty(n);
        schedIdle = CpuMask.empty(n);
        looked = CpuMask.empty(n);
        keptLooks = CpuMask.empty(n);
        nrRunning = new int[n];
        load = new long[n];
        runnableLoad = new long[n];
        java.util.Arrays.fill(runnableLoad, -1);
        stats = new QueueStats(n);
        avgIdle = new long[n];
        wakeAvgIdle = new long[n];
        everywhere = CpuMask.all(n);
        allowed = everywhere;
        hidden = new HiddenState(machine);
        scan = new Scan(this);
    }

    /** The locals of a search, kept here so that a decision allocates nothing. */
    Scan scan() {
        return scan;
    }

    /** Sets who listens to the steps of the decisions that follow; null for nobody, which costs nothing. */
    public void steps(@Nullable Steps listener) {
        steps = listener;
    }

    /** Whether anybody listens, for steps that cost something to tell. */
    boolean isHeard() {
        return steps != null;
    }

    /** Tells a step to whoever listens. */
    void tell(Question asked, int cpu, Outcome outcome, long value) {
        if (steps != null) steps.step(asked, cpu, outcome, value);
    }

    /** Tells how {@code cpu} looked, and whether it was taken. */
    void tellLook(Question asked, int cpu, Outcome outcome) {
        if (steps != null) steps.step(asked, cpu, outcome, look(cpu));
    }

    private long look(int cpu) {
        return idle(cpu) ? Steps.IDLE : schedIdle(cpu) ? Steps.SCHED_IDLE : Steps.BUSY;
    }

    /** The machine. */
    public Machine machine() {
        return machine;
    }

    /** The hidden state of the model that decides. */
    public HiddenState hidden() {
        return hidden;
    }

    /** Sets whose hidden state is read. */
    public void hidden(HiddenState value) {
        hidden = value;
    }

    /** {@code available_idle_cpu()}: swapper runs, nothing queued, no wake-up pending. */
    public boolean idle(int cpu) {
        CpuMask.set(looked, cpu);
        return CpuMask.has(idle, cpu);
    }

    /** Whether anybody asked {@link #idle(int)} of {@code cpu} since {@link #forgetLooks}: if not, it cannot have mattered. */
    public boolean looked(int cpu) {
        return CpuMask.has(looked, cpu);
    }

    /** Begins anew with {@link #looked}. */
    public void forgetLooks() {
        java.util.Arrays.fill(looked, 0);
    }

    /** Keeps what was {@link #looked} at, while others look; {@link #recallLooks} goes back to it. */
    public void keepLooks() {
        System.arraycopy(looked, 0, keptLooks, 0, looked.length);
    }

    /** As {@link #keepLooks} found it. */
    public void recallLooks() {
        System.arraycopy(keptLooks, 0, looked, 0, looked.length);
    }

    /** {@code sched_idle_cpu()}: something is queued and all of it is SCHED_IDLE, and the wakee may have such a CPU. */
    public boolean schedIdle(int cpu) {
        return CpuMask.has(schedIdle, cpu) && !schedIdleHidden;
    }

    /** Sets {@code cpu} to idle, sched-idle or (both false) busy. */
    public void cpu(int cpu, boolean isIdle, boolean isSchedIdle, int running) {
        CpuMask.put(idle, cpu, isIdle);
        CpuMask.put(schedIdle, cpu, isSchedIdle);
        nrRunning[cpu] = running;
    }

    /** Sets which CPUs are idle and which are sched-idle; the words are copied. */
    public void cpus(long[] idleMask, long[] schedIdleMask) {
        System.arraycopy(idleMask, 0, idle, 0, idle.length);
        System.arraycopy(schedIdleMask, 0, schedIdle, 0, schedIdle.length);
    }

    /** Turns one CPU from idle to not idle or back, to ask again as if an event had come earlier or later. */
    public void turn(int cpu) {
        idle[cpu >> 6] ^= 1L << cpu;
    }

    /** Sets one CPU to idle or not. */
    public void idle(int cpu, boolean isIdle) {
        CpuMask.put(idle, cpu, isIdle);
    }

    /** Sets {@code nr_running} of {@code cpu}. */
    public void nrRunning(int cpu, int running) {
        nrRunning[cpu] = running;
    }

    /** {@code rq->nr_running}, all classes, delayed tasks included. */
    public int nrRunning(int cpu) {
        return nrRunning[cpu];
    }

    /** Root {@code cfs_rq->avg.load_avg}, blocked load included. */
    public long load(int cpu) {
        return load[cpu];
    }

    /** Sets the root load of {@code cpu}. */
    public void load(int cpu, long value) {
        load[cpu] = value;
    }

    /**
     * {@code cfs_rq->runnable_load_avg} of the root, without blocked load, which kernels to 5.4 compare. Where nobody set it, it
     * is {@link #load}.
     */
    public long runnableLoad(int cpu) {
        return runnableLoad[cpu] < 0 ? load[cpu] : runnableLoad[cpu];
    }

    /** Sets the load of what is runnable on {@code cpu}. */
    public void runnableLoad(int cpu, long value) {
        runnableLoad[cpu] = value;
    }

    /** What the fork and exec path reads besides. */
    public QueueStats stats() {
        return stats;
    }

    /** {@code rq->avg_idle}, ns. */
    public long avgIdle(int cpu) {
        return avgIdle[cpu];
    }

    /** {@code rq->wake_avg_idle}, ns. */
    public long wakeAvgIdle(int cpu) {
        return wakeAvgIdle[cpu];
    }

    /** Sets both idle averages of {@code cpu}. */
    public void avgIdle(int cpu, long avgIdleNs, long wakeAvgIdleNs) {
        avgIdle[cpu] = avgIdleNs;
        wakeAvgIdle[cpu] = wakeAvgIdleNs;
    }

    /** Asks: {@code waker} on {@code onCpu} wakes {@code wakeeTask}, which last ran on {@code prevCpu}. */
    public void question(int wakerTask, int onCpu, int wakeeTask, int prevCpu) {
        waker = wakerTask;
        thisCpu = onCpu;
        wakee = wakeeTask;
        prev = prevCpu;
    }

    /** What is known of the waker: WF_SYNC, a per-CPU kernel thread, in task (not interrupt) context. */
    public void wakerFacts(boolean isSync, boolean isPerCpuKthread, boolean isInTask) {
        sync = isSync;
        wakerPerCpuKthread = isPerCpuKthread;
        inTask = isInTask;
    }

    /** Loads of the two tasks as wake_affine sees them ({@code task_h_load}). */
    public void taskLoads(long ofWakee, long ofCurrent) {
        wakeeLoad = ofWakee;
        currentLoad = ofCurrent;
    }

    /** {@code wakee_flips} of both tasks, after {@code record_wakee()} for this wake-up. */
    public void flips(int ofWaker, int ofWakee) {
        wakerFlips = ofWaker;
        wakeeFlips = ofWakee;
    }

    /** The CPUs that the wakee may use; {@link #everywhere()} for all. The array is kept, not copied. */
    public void allowed(long[] mask) {
        allowed = mask;
    }

    /** The set of all CPUs. Read only. */
    public long[] everywhere() {
        return everywhere;
    }

    /** Sets how many delayed-dequeue tasks {@code nr_running} of the waker's CPU contains (6.12 and later). */
    public void delayedOnThis(int n) {
        delayedOnThis = n;
    }

    /** Sets whether the wakee is known to be SCHED_IDLE itself. */
    public void wakeeSchedIdle(boolean value) {
        wakeeSchedIdle = value;
    }

    /** Sets whether a SCHED_IDLE wakee sees sched-idle CPUs as busy ones ({@code choose_sched_idle_rq()}). */
    void hideSchedIdle(boolean fromItsLike) {
        schedIdleHidden = fromItsLike && wakeeSchedIdle;
    }

    /** The waker (dense task id). */
    public int waker() {
        return waker;
    }

    /** The wakee (dense task id). */
    public int wakee() {
        return wakee;
    }

    /** The CPU on which the waker runs. */
    public int thisCpu() {
        return thisCpu;
    }

    /** The wakee's previous CPU. */
    public int prev() {
        return prev;
    }

    /** WF_SYNC. */
    public boolean sync() {
        return sync;
    }

    /** Sets WF_SYNC alone, to ask again with the other value. */
    public void sync(boolean value) {
        sync = value;
    }

    /** Whether the waker is a kernel thread bound to one CPU. */
    public boolean wakerPerCpuKthread() {
        return wakerPerCpuKthread;
    }

    /** Whether the wake-up comes from task context. */
    public boolean inTask() {
        return inTask;
    }

    /** Whether the wakee may use {@code cpu}. */
    public boolean allowed(int cpu) {
        return CpuMask.has(allowed, cpu);
    }

    /** The CPUs that the wakee may use. Read only. */
    public long[] allowedMask() {
        return allowed;
    }

    /** {@code current->wakee_flips}. */
    public int wakerFlips() {
        return wakerFlips;
    }

    /** {@code p->wakee_flips}. */
    public int wakeeFlips() {
        return wakeeFlips;
    }

    /** {@code task_h_load(p)}. */
    public long wakeeLoad() {
        return wakeeLoad;
    }

    /** {@code task_h_load(current)}. */
    public long currentLoad() {
        return currentLoad;
    }

    /** Delayed tasks within {@code nr_running} of the waker's CPU. */
    public int delayedOnThis() {
        return delayedOnThis;
    }
}
