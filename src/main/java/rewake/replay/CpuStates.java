package rewake.replay;

import java.util.Arrays;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;
import rewake.kernel.Wakelist;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;

/**
 * What other CPUs see of each CPU: idle, sched-idle or busy, with the wake-ups that are on their way. Follows the
 * recording by the recorded kernel's own rule of when a queued wake-up hides that its CPU is idle ({@link Wakelist}).
 */
final class CpuStates {
    private final Timeline timeline;
    private final Machine machine;
    private final Wakelist wakelist;
    private final SchedIdleTasks schedIdleTasks;
    private final long[] idle;
    private final long[] schedIdle;
    private final long[] unqueued;
    private final int[] nrRunning;
    private final int[] pending;
    private final int[] batch;
    private final FlipLog log;
    private int[] pendingOn = new int[256];
    private int[] pendingBatch = new int[256];

    CpuStates(Timeline timeline, Machine machine, Wakelist wakelist, SchedIdleTasks schedIdleTasks) {
        this.timeline = timeline;
        this.machine = machine;
        this.wakelist = wakelist;
        this.schedIdleTasks = schedIdleTasks;
        int n = machine.cpus();
        idle = CpuMask.all(n);
        schedIdle = CpuMask.empty(n);
        unqueued = CpuMask.all(n);
        nrRunning = new int[n];
        pending = new int[n];
        batch = new int[n];
        log = new FlipLog(n);
        Arrays.fill(pendingOn, Tasks.NONE);
    }

    /** Idle CPUs as a mask. Read only. */
    long[] idle() {
        return idle;
    }

    /** Sched-idle CPUs as a mask. Read only. */
    long[] schedIdle() {
        return schedIdle;
    }

    /** CPUs with nothing queued as of their last refresh, as a mask. Read only. */
    long[] unqueued() {
        return unqueued;
    }

    /** Queued tasks of {@code cpu} as of its last refresh. */
    int nrRunning(int cpu) {
        return nrRunning[cpu];
    }

    /** How CPUs looked at the instant of a decision, see {@link FlipLog#lookAt}. */
    void lookAt(Decision d, long windowNs) {
        log.lookAt(d, windowNs);
        d.wakeeSchedIdle = schedIdleTasks.any() && schedIdleTasks.has(d.wakee);
    }

    /** What turned near the instant of a decision, see {@link FlipLog#turns}. */
    void turns(Decision d, long windowNs, FlipLog.Turns out) {
        log.turns(d, windowNs, out);
    }

    /** A wake-up sends {@code task} to {@code cpu}: hides it from now on if it is queued there by interrupt. */
    void placed(int task, int cpu, int wakerCpu) {
        released(task);
        if (!wakelist.queues(machine, wakerCpu, cpu, nrRunning[cpu])) return;
        room(task);
        pendingOn[task] = cpu;
        pendingBatch[task] = batch[cpu];
        pending[cpu]++;
    }

    /** {@code cpu} begins to enqueue what was sent to it. Before 6.2 this ends the hiding, for the whole batch at once. */
    void enqueuing(int cpu) {
        if (wakelist.pendingUntilEnqueued()) return;
        pending[cpu] = 0;
        batch[cpu]++;
    }

    /** {@code task} is queued, or its wake-up came to nothing. */
    void released(int task) {
        if (task >= pendingOn.length || pendingOn[task] == Tasks.NONE) return;
        int cpu = pendingOn[task];
        if (pendingBatch[task] == batch[cpu] && pending[cpu] > 0) pending[cpu]--;
        pendingOn[task] = Tasks.NONE;
    }

    /**
     * Reads {@code cpu} again after an event of {@code by} at {@code now}.
     *
     * @param how by what it may have changed
     * @param visibleNs when other CPUs see what the event tells of
     * @param cause the task whose wake-up it is, or {@link Tasks#NONE}
     */
    void refresh(int cpu, SeenGuess.Change how, long now, long visibleNs, int by, int cause) {
        int nr = timeline.nrRunning(cpu);
        nrRunning[cpu] = nr;
        CpuMask.put(unqueued, cpu, nr == 0);
        boolean isIdle = nr == 0 && pending[cpu] == 0 && timeline.tasks().isIdle(timeline.current(cpu));
        boolean isSchedIdle = nr > 0 && schedIdleTasks.any() && onlySchedIdle(cpu);
        if (isIdle == CpuMask.has(idle, cpu) && isSchedIdle == CpuMask.has(schedIdle, cpu)) return;
        CpuMask.put(idle, cpu, isIdle);
        CpuMask.put(schedIdle, cpu, isSchedIdle);
        byte to = isIdle ? FlipLog.IDLE : isSchedIdle ? FlipLog.SCHED_IDLE : FlipLog.BUSY;
        log.add(cpu, to, how, now, visibleNs, by, cause);
    }

    private boolean onlySchedIdle(int cpu) {
        for (int task = timeline.firstOnRq(cpu); task != Tasks.NONE; task = timeline.nextOnRq(task))
            if (!schedIdleTasks.has(task)) return false;
        return true;
    }

    private void room(int task) {
        if (task < pendingOn.length) return;
        int old = pendingOn.length;
        pendingOn = Arrays.copyOf(pendingOn, Math.max(task + 1, old * 2));
        Arrays.fill(pendingOn, old, pendingOn.length, Tasks.NONE);
        pendingBatch = Arrays.copyOf(pendingBatch, pendingOn.length);
    }
}
