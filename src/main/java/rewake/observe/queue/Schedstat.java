package rewake.observe.queue;

import java.util.Arrays;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.observe.Selection;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;

/**
 * By how much the counters of {@code /proc/schedstat} went up in the window, worked out from the events.
 *
 * <p>The kernel's rules, each with what is done here:
 * <ul>
 * <li><b>pcount</b>: one more for the CPU at each switch to a task that is not its idle task ({@code sched_info_arrive}). Since
 *     v5.14 a task that was preempted while about to sleep (no longer {@code TASK_RUNNING}, not yet dequeued) is not stamped
 *     as queued and its return does not count; no event tells that, so it is counted here.
 * <li><b>run_delay</b>: at that switch, what has passed since the task was stamped as queued: at its enqueue
 *     ({@code sched_info_enqueue}), or when it was switched out while runnable ({@code sched_info_depart}). A task that is
 *     dequeued while it waits, as for a move, adds what it has waited so far to the CPU it leaves, and is stamped again where it
 *     arrives ({@code sched_info_dequeue}). Nothing is added while a task waits. The stamps are of the run queue's clock, which
 *     is read a little before the events, and is <em>not</em> read again at a switch that a wake-up asked for
 *     ({@code rq_clock_skip_update}), nor after a task was pulled by the CPU that was about to go idle: such waits are
 *     0, or last until the clock was last read. Where sched_stat_wait tells the wait by that very clock, it is taken. It does not
 *     where the wakee had only been marked as sleeping (delayed dequeue, v6.12): then it holds its sleep too, and the wake-up
 *     has no sched_stat_sleep, sched_stat_blocked or sched_stat_iowait, and the wait began before the wake-up.
 * <li><b>ttwu</b>: one more for the <em>waker's</em> CPU at each {@code try_to_wake_up} that finds the task in a state to be woken
 *     ({@code ttwu_stat} counts on {@code this_rq()}), i.e. at each sched_waking: of a queued task, of a running one and of
 *     oneself too; not for forks ({@code wake_up_new_task}).
 * <li><b>ttwu_local</b>: of these, those whose task was on the waker's CPU when all was decided.
 * </ul>
 *
 * <p>Source: {@code kernel/sched/stats.h}, {@code ttwu_stat} and {@code try_to_wake_up} in {@code kernel/sched/core.c}, v6.1 to
 * v6.12.
 */
public final class Schedstat implements TimelineListener {
    private static final byte UNCOUNTED = 0;
    private static final byte REMOTE = 1;
    private static final byte LOCAL = 2;

    private final Timeline timeline;
    private final Selection selection;
    private final boolean hasRuntimes;
    private final Cpu[] cpus;
    // per task
    private long[] queuedNs = new long[256];
    private long[] movedNs = new long[256];
    private byte[] slept = new byte[256];
    private byte[] wake = new byte[256];
    // of the event that is being followed
    private int switchCpu = Tasks.NONE;
    private int switchPid;
    private boolean fromIdle;
    private int movingTask = Tasks.NONE;
    private int movingFrom;
    private long movingSinceNs;

    Schedstat(Timeline timeline, TraceFacts facts, Selection selection) {
        this.timeline = timeline;
        this.selection = selection;
        hasRuntimes = facts.records(EventKind.STAT_RUNTIME);
        cpus = new Cpu[timeline.cpus()];
        Arrays.setAll(cpus, _ -> new Cpu());
    }

    /** Counters of one CPU. */
    public static final class Cpu {
        private int statTask = Tasks.NONE;
        private long statNs;
        /** When the clock was last read for a task that was queued. */
        private long clockNs;
        /** Whether it pulled a task since it last accounted for the one that runs. */
        private boolean pulled;

        private long pcount;
        private long runDelayNs;
        private long cpuTimeNs;
        private long ttwu;
        private long ttwuLocal;
        private long exactWaits;
        private long statWaitNs;
        private long wakeups;

        /** Switches to a task. */
        public long pcount() {
            return pcount;
        }

        /** Time that tasks waited on it, counted when they ran or left, ns. */
        public long runDelayNs() {
            return runDelayNs;
        }

        /** How long tasks ran on it, counted when they were switched out, ns ({@code rq_cpu_time}). */
        public long cpuTimeNs() {
            return cpuTimeNs;
        }

        /** Wake-ups by tasks or interrupts that ran on it. */
        public long ttwu() {
            return ttwu;
        }

        /** Of these, of tasks that were or came to it. */
        public long ttwuLocal() {
            return ttwuLocal;
        }

        /** Of {@link #pcount}, those whose wait sched_stat_wait tells to the ns. */
        public long exactWaits() {
            return exactWaits;
        }

        /** Sum of the sched_stat_wait events on it, ns. */
        public long statWaitNs() {
            return statWaitNs;
        }

        /** Number of the sched_wakeup events on it. */
        public long wakeups() {
            return wakeups;
        }
    }

    /** Counters of a CPU. */
    public Cpu cpu(int cpu) {
        return cpus[cpu];
    }

    /** An event before the timeline follows it. */
    void before(EventKind kind, EventBatch batch, int row) {
        int cpu = batch.cpu();
        switchCpu = Tasks.NONE;
        movingTask = Tasks.NONE;
        switch (kind) {
            case SWITCH -> {
                switchCpu = cpu;
                switchPid = batch.otherPid(row);
                fromIdle = batch.pid(row) == 0;
            }
            case STAT_WAIT -> waitTold(cpu, batch, row);
            case STAT_SLEEP, STAT_BLOCKED, STAT_IOWAIT -> {
                int task = timeline.tasks().of(batch.pid(row), cpu);
                room(task);
                slept[task] = 1;
            }
            case STAT_RUNTIME -> cpus[cpu].pulled = false;
            case MIGRATE_TASK -> cpus[cpu].pulled |= hasRuntimes && batch.arg1(row) == cpu;
            case WAKEUP -> {
                if (selection.delay(cpu, batch.timeNs(row))) cpus[cpu].wakeups++;
            }
            default -> {}
        }
    }

    /** No event follows. */
    void over() {
        switchCpu = Tasks.NONE;
    }

    private void waitTold(int cpu, EventBatch batch, int row) {
        cpus[cpu].statTask = timeline.tasks().of(batch.pid(row), cpu);
        cpus[cpu].statNs = batch.arg0(row);
        if (selection.delay(cpu, batch.timeNs(row))) cpus[cpu].statWaitNs += batch.arg0(row);
    }

    @Override
    public void enqueued(int cpu, int task, long timeNs) {
        room(task);
        if (queuedNs[task] == 0 && movingTask == task && movingFrom != cpu) leaves(task, timeNs);
        movingTask = Tasks.NONE;
        cpus[cpu].clockNs = timeNs;
        if (queuedNs[task] == 0 && timeline.firstNs() != 0) queuedNs[task] = timeNs;
    }

    /** It waited on another CPU, which counts that now. */
    private void leaves(int task, long timeNs) {
        long waited = timeNs - movingSinceNs;
        movedNs[task] += waited;
        if (selection.delay(movingFrom, timeNs)) cpus[movingFrom].runDelayNs += waited;
    }

    @Override
    public void dequeued(int cpu, int task, long timeNs) {
        room(task);
        movingTask = Tasks.NONE;
        if (queuedNs[task] == 0) return;
        movingTask = task;
        movingFrom = cpu;
        movingSinceNs = queuedNs[task];
        queuedNs[task] = 0;
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        if (cpu != switchCpu) return; // the trace ended
        if (selection.delay(cpu, endNs)) cpus[cpu].cpuTimeNs += endNs - startNs;
        room(task);
        queuedNs[task] = state.runnable() ? endNs : 0;
        movedNs[task] = 0;
        slept[task] = 0;
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        Tasks tasks = timeline.tasks();
        if (tasks.isIdle(task)) return;
        room(task);
        long since = queuedNs[task];
        queuedNs[task] = 0;
        Cpu on = cpus[cpu];
        if (cpu == switchCpu && tasks.pid(task) == switchPid && selection.delay(cpu, timeNs))
            arrives(on, task, since, timeNs);
        on.statTask = Tasks.NONE;
        on.pulled = false;
        movedNs[task] = 0;
        slept[task] = 0;
    }

    private void arrives(Cpu on, int task, long since, long timeNs) {
        on.pcount++;
        if (on.statTask == task && tellsWait(task, on.statNs, timeNs)) {
            on.exactWaits++;
            on.runDelayNs += Math.max(0, on.statNs - movedNs[task]);
        } else if (since != 0) on.runDelayNs += (fromIdle || on.pulled ? Math.max(since, on.clockNs) : timeNs) - since;
    }

    /** Whether sched_stat_wait began with the wait: not where the task slept on its queue before. */
    private boolean tellsWait(int task, long waitNs, long timeNs) {
        return !timeline.waitsSinceWakeup(task) || slept[task] != 0 || waitNs <= timeNs - timeline.wakingNs(task);
    }

    @Override
    public void waking(int task, long timeNs) {
        room(task);
        int from = timeline.wakerCpu(task);
        wake[task] = UNCOUNTED;
        if (!selection.delay(from, timeNs)) return;
        cpus[from].ttwu++;
        wake[task] = REMOTE;
        if (timeline.onRq(task)) decided(task);
    }

    @Override
    public void placed(int task, long timeNs) {
        room(task);
        if (wake[task] != UNCOUNTED) decided(task);
    }

    private void decided(int task) {
        int from = timeline.wakerCpu(task);
        byte now = timeline.cpu(task) == from ? LOCAL : REMOTE;
        cpus[from].ttwuLocal += (now == LOCAL ? 1 : 0) - (wake[task] == LOCAL ? 1 : 0);
        wake[task] = now;
    }

    private void room(int task) {
        if (task < queuedNs.length) return;
        int n = Math.max(task + 1, queuedNs.length * 2);
        queuedNs = Arrays.copyOf(queuedNs, n);
        movedNs = Arrays.copyOf(movedNs, n);
        slept = Arrays.copyOf(slept, n);
        wake = Arrays.copyOf(wake, n);
    }
}
