package rewake.measure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.TaskState;
import rewake.event.TraceFacts;

/**
 * Waits, delays and runs as {@code perf sched timehist} (perf 6.1) counts them, to the last digit. A run goes from a CPU's
 * last switch to this one. The wait before it began when the task last left a CPU. The scheduling delay began when the
 * task was woken: by sched_waking, or by sched_wakeup where the trace has no sched_waking. A task that was preempted
 * has a wait and no delay.
 *
 * <p>Memory: per CPU and per task. Source: {@code tools/perf/Documentation/perf-sched.txt}, behaviour of 6.1 checked on
 * recordings; priorities and pre-migration waits are those of perf 6.13, in which a task that was preempted waits too.
 */
public final class Timehist implements EventConsumer {
    private static final EventKind[] KINDS = EventKind.values();

    private final TimehistOptions options;
    private final TimehistRow.@Nullable Sink sink;
    private final boolean someTasks;
    private final boolean allCpus;
    private final boolean idleOnly;
    private final boolean wakingIsRecorded;
    private final long startNs;
    private final long stopNs;
    private final PerfTasks tasks;
    private final TimehistRow line = new TimehistRow();
    private TaskTimes[] times = new TaskTimes[256];
    private @Nullable TaskTimes[] idleTimes;
    private long[] switchedNs;
    /** Who left the CPU before its idle task, for {@link TimehistOptions#idle}; −1 for nobody. */
    private int[] idleAfter;

    private long windowStartNs;
    private long windowEndNs;

    /** Counts, and shows no rows. */
    public Timehist(TraceFacts facts, Comms comms, TimehistOptions options) {
        this(facts, comms, options, null);
    }

    Timehist(TraceFacts facts, Comms comms, TimehistOptions options, TimehistRow.@Nullable Sink sink) {
        this.options = options;
        this.sink = sink;
        someTasks = options.someTasks();
        allCpus = options.selection().cpus().isEmpty();
        idleOnly = options.idle();
        wakingIsRecorded = facts.records(EventKind.WAKING);
        startNs = Math.max(0, options.selection().startNs());
        stopNs = options.selection().stopNs();
        tasks = new PerfTasks(comms);
        idleTimes = new TaskTimes[facts.cpus()];
        switchedNs = new long[facts.cpus()];
        idleAfter = new int[facts.cpus()];
        Arrays.fill(idleAfter, -1);
    }

    @Override
    public void event(EventBatch batch, int row) {
        switch (KINDS[batch.kind(row)]) {
            case SWITCH -> switched(batch, row);
            case WAKING, WAKEUP_NEW -> woken(batch, row);
            case WAKEUP -> {
                if (!wakingIsRecorded) woken(batch, row);
            }
            case MIGRATE_TASK -> migrated(batch, row);
            case COMM, FORK, EXIT -> tasks.record(batch, row);
            default -> {}
        }
    }

    PerfTasks tasks() {
        return tasks;
    }

    /** What was counted of a task, or null where nothing was. */
    @Nullable
    TaskTimes timesOf(int task) {
        return task < times.length ? times[task] : null;
    }

    /** CPUs of the trace. */
    int cpus() {
        return idleTimes.length;
    }

    /** What was counted of the idle task of a CPU, or null where nothing was. */
    @Nullable
    TaskTimes idleTimesOf(int cpu) {
        return idleTimes[cpu];
    }

    /** From the first switch to the last, within the window. */
    long windowNs() {
        return windowEndNs - windowStartNs;
    }

    private void switched(EventBatch batch, int row) {
        int cpu = batch.cpu();
        if (cpu >= switchedNs.length) growCpus(cpu + 1);
        boolean idle = batch.pid(row) == 0;
        int task = idle ? -1 : left(batch, row);
        TaskTimes its = idle ? idle(cpu) : times(task);
        if (!idle && idleOnly) idleAfter[cpu] = task;
        long timeNs = batch.timeNs(row);
        long end = timeNs;
        if (!skipped(task, idle, its.prio >= 0 ? its.prio : batch.prio(row)) && !passesByIdle(batch, row)) {
            long inNs = switchedNs[cpu];
            if (counts(timeNs, inNs)) {
                end = Math.min(timeNs, stopNs);
                count(batch, row, task, its, inNs == 0 ? 0 : Math.max(inNs, startNs), end);
            }
            leaves(batch, row, its, timeNs);
        }
        window(timeNs, end);
        switchedNs[cpu] = timeNs;
        entered(batch, row, cpu);
    }

    /** Perf's window begins with the first switch in it, so that more than all of it can be idle. */
    private void window(long timeNs, long countedNs) {
        long begin = options.asPerf() ? countedNs : Math.max(timeNs, startNs);
        if (windowStartNs == 0 && begin >= startNs) windowStartNs = begin;
        long end = options.asPerf() ? countedNs : Math.min(timeNs, stopNs);
        if (end <= stopNs) windowEndNs = Math.max(end, windowStartNs);
    }

    /** A run counts where it ends in the window, or runs over its end. */
    private boolean counts(long timeNs, long inNs) {
        if (timeNs < startNs) return false;
        return stopNs == Long.MAX_VALUE || (inNs != 0 && inNs <= stopNs);
    }

    private void count(EventBatch batch, int row, int task, TaskTimes its, long inNs, long outNs) {
        boolean idle = task < 0;
        boolean selected = selected(batch.cpu());
        if (!idleOnly || idle) {
            if (selected) its.ran(inNs, outNs);
            if (idleOnly) {
                int before = idleAfter[batch.cpu()];
                if (before < 0) return;
                TaskTimes whoLeft = times(before);
                whoLeft.ran(inNs, outNs);
                whoLeft.forgetRun();
                idleAfter[batch.cpu()] = -1;
            }
        }
        if (selected && sink != null) show(batch, row, task, its, inNs, outNs, sink);
    }

    private void show(
            EventBatch batch, int row, int task, TaskTimes its, long inNs, long outNs, TimehistRow.Sink rows) {
        boolean idle = task < 0;
        line.start(TimehistRow.What.SWITCH, batch, row, task);
        line.timeNs = outNs;
        line.idle = idle;
        boolean told = inNs != 0 && (idle || !idleOnly);
        if (told) {
            line.runNs = its.runNs;
            line.delayNs = its.delayNs;
            line.preMigrationNs = its.preMigrationNs;
            if (its.left()) line.waitNs = its.waitNs;
        }
        line.prioOut = batch.prio(row);
        line.prio = its.prio >= 0 ? its.prio : line.prioOut;
        line.state = idle ? TaskState.IDLE : TaskState.of(batch.arg1(row));
        line.nextPid = batch.otherPid(row);
        line.nextComm = batch.otherComm(row);
        rows.row(line);
    }

    private void leaves(EventBatch batch, int row, TaskTimes its, long timeNs) {
        TaskState state = TaskState.of(batch.arg1(row));
        boolean mistaken = options.asPerf() && state == TaskState.PREEMPTED;
        its.leaves(timeNs, mistaken ? TaskState.SLEEPING : state, state.runnable());
    }

    /** Perf 6.1 does not look at who comes, so that it may learn of a task after its EXIT record only. */
    private void entered(EventBatch batch, int row, int cpu) {
        int pid = batch.otherPid(row);
        if (pid == 0) {
            idle(cpu).prio = batch.otherPrio(row);
            return;
        }
        int task = options.asPerf() ? tasks.known(pid) : tasks.of(pid, PerfTasks.UNKNOWN);
        if (task < 0) return;
        times(task).prio = batch.otherPrio(row);
        tasks.seen(task, batch.otherComm(row));
    }

    private void woken(EventBatch batch, int row) {
        int task = told(batch, row);
        long timeNs = batch.timeNs(row);
        times(task).woken(timeNs);
        if (options.wakeups() && inWindow(timeNs) && (selected(batch.cpu()) || options.asPerf()))
            showOther(TimehistRow.What.AWAKENED, batch, row, task);
    }

    private void migrated(EventBatch batch, int row) {
        int task = told(batch, row);
        long timeNs = batch.timeNs(row);
        boolean shown = (inWindow(timeNs) && selected(batch.cpu())) || options.asPerf();
        times(task).migrated(timeNs, shown);
        if (options.migrations() && shown) showOther(TimehistRow.What.MIGRATED, batch, row, task);
    }

    private boolean inWindow(long timeNs) {
        return timeNs >= startNs && timeNs <= stopNs;
    }

    private boolean selected(int cpu) {
        return allCpus || options.selection().cpus().get(cpu);
    }

    private void showOther(TimehistRow.What what, EventBatch batch, int row, int other) {
        int by = current(batch, row);
        if (sink == null) return;
        int prio = times(by).prio;
        if (idleOnly || (skipped(by, false, prio) && skipped(other, false, times(other).prio))) return;
        line.start(what, batch, row, by);
        line.other = other;
        line.prio = prio;
        if (what == TimehistRow.What.MIGRATED) {
            line.fromCpu = (int) batch.arg0(row);
            line.toCpu = (int) batch.arg1(row);
        }
        sink.row(line);
    }

    /** Who was woken or moved; perf takes one that it does not know yet for no process. */
    private int told(EventBatch batch, int row) {
        int task = tasks.of(batch.pid(row), options.asPerf() ? 0 : PerfTasks.UNKNOWN);
        tasks.seen(task, batch.comm(row));
        return task;
    }

    private int left(EventBatch batch, int row) {
        int task = current(batch, row, batch.pid(row));
        tasks.seen(task, batch.comm(row));
        return task;
    }

    private int current(EventBatch batch, int row) {
        return current(batch, row, batch.currentPid(row));
    }

    /** Perf takes it from the sample, not from the tracepoint, and has one task, −1, for all that are dead by then. */
    private int current(EventBatch batch, int row, int pid) {
        boolean lumped = options.asPerf() && (batch.flags(row) & EventBatch.TASK_GONE) != 0;
        return tasks.of(lumped ? -1 : pid, batch.currentTgid(row));
    }

    private boolean skipped(int task, boolean idle, int prio) {
        if (!someTasks) return false;
        int tid = idle ? 0 : tasks.tid(task);
        int tgid = idle ? 0 : tasks.tgid(task);
        return (!options.pids().isEmpty() && !options.pids().contains(tgid))
                || (!options.tids().isEmpty() && !options.tids().contains(tid))
                || (!options.names().isEmpty()
                        && !options.names().contains(idle ? TimehistTables.IDLE : tasks.name(task)))
                || (!options.prios().isEmpty() && prio >= 0 && !options.prios().get(prio));
    }

    private boolean passesByIdle(EventBatch batch, int row) {
        return idleOnly && batch.pid(row) != 0 && batch.otherPid(row) != 0;
    }

    private TaskTimes times(int task) {
        if (task >= times.length) times = Arrays.copyOf(times, Math.max(task + 1, times.length * 2));
        TaskTimes its = times[task];
        if (its == null) {
            its = new TaskTimes();
            times[task] = its;
        }
        return its;
    }

    private TaskTimes idle(int cpu) {
        TaskTimes its = idleTimes[cpu];
        if (its == null) {
            its = new TaskTimes();
            idleTimes[cpu] = its;
        }
        return its;
    }

    private void growCpus(int n) {
        int old = idleAfter.length;
        idleTimes = Arrays.copyOf(idleTimes, n);
        switchedNs = Arrays.copyOf(switchedNs, n);
        idleAfter = Arrays.copyOf(idleAfter, n);
        Arrays.fill(idleAfter, old, n, -1);
    }
}
