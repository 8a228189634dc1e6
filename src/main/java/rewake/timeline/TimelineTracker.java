package rewake.timeline;

import java.util.function.Function;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.TaskState;
import rewake.event.TraceFacts;

/**
 * Follows the events of a trace and keeps the {@link Timeline}; the only writer of it.
 *
 * <p>Rules: a CPU's first event tells what it ran before ({@code common_pid}), a CPU without any is idle. A wake-up begins
 * at sched_waking; its CPU is known at sched_migrate_task of the wakee, else (it stayed on prev) at the next event of the
 * waker's CPU; it ends at sched_wakeup, or as soon as its CPU is known in traces without sched_wakeup. A wakee that still
 * runs when it is woken keeps running, unless it is switched out asleep before its sched_wakeup: then the waker waited for
 * that. Queues are emptied when a CPU goes idle: what would be left there are lost events.
 */
public final class TimelineTracker implements EventConsumer {
    private static final EventKind[] KINDS = EventKind.values();
    /** By ordinal of the kind: whether a CPU tells it of itself, and whether it says where a wakee goes. */
    private static final boolean[] IS_OF_CPU = new boolean[KINDS.length];

    private static final boolean[] SETTLES = new boolean[KINDS.length];

    static {
        for (EventKind kind : KINDS) {
            IS_OF_CPU[kind.ordinal()] = !kind.tracepoint().isEmpty();
            // select_task_rq ages the wakee's load: a PELT event in between says nothing about where it goes
            SETTLES[kind.ordinal()] = IS_OF_CPU[kind.ordinal()] && !kind.pelt();
        }
    }

    private final Timeline timeline;
    private final Tasks tasks;
    private final ImportStats stats;
    private final TimelineListener listener;
    private final boolean recordsWakeup;
    private final int cpuLimit;
    private boolean started;
    private long firstNs;
    private long lastNs;
    /** Time of the event before, of the CPU whose event is being followed. */
    private long heardBefore;

    /** A tracker for a trace with these facts that counts oddities in {@code stats} and tells {@code listener}. */
    public TimelineTracker(TraceFacts facts, ImportStats stats, TimelineListener listener) {
        this(facts, stats, _ -> listener);
    }

    /** The same for a listener that reads the timeline when it hears of something. */
    public TimelineTracker(TraceFacts facts, ImportStats stats, Function<Timeline, TimelineListener> listener) {
        timeline = new Timeline(facts.cpus(), stats);
        tasks = timeline.tasks();
        this.stats = stats;
        this.listener = listener.apply(timeline);
        recordsWakeup = facts.records(EventKind.WAKEUP);
        cpuLimit = facts.cpus();
    }

    /** The state reached so far. */
    public Timeline timeline() {
        return timeline;
    }

    /** Time of the first event, ns. */
    public long firstNs() {
        return firstNs;
    }

    /** Time of the newest event, ns. */
    public long lastNs() {
        return lastNs;
    }

    @Override
    public void firstOf(EventBatch lane) {
        for (int row = 0; row < lane.size(); row++) {
            EventKind kind = KINDS[lane.kind(row)];
            if (kind.tracepoint().isEmpty()) continue;
            assume(lane.cpu(), tasks.of(lane.currentPid(row), lane.cpu()), lane.timeNs(row));
            return;
        }
    }

    @Override
    public void event(EventBatch batch, int row) {
        long time = batch.timeNs(row);
        int cpu = batch.cpu();
        int number = batch.kind(row);
        EventKind kind = KINDS[number];
        if (IS_OF_CPU[number]) {
            if (!started) begin(time);
            lastNs = time;
            if (timeline.cpus() <= cpu || !timeline.known(cpu)) late(batch, row, cpu, time);
            if (timeline.speaks(cpu)) stats.add(ImportStat.TASK_ON_TWO_CPUS, cpu);
            heardBefore = timeline.heardNs(cpu);
            timeline.heard(cpu, time);
            int open = timeline.unplaced(cpu);
            if (open != Tasks.NONE && SETTLES[number]) settle(cpu, open, kind, batch, row, time);
        }
        switch (kind) {
            case SWITCH -> switched(batch, row, cpu, time);
            case WAKING -> waking(batch, row, cpu, time);
            case WAKEUP -> wakeup(batch, row, cpu, time);
            case WAKEUP_NEW -> wakeupNew(batch, row, cpu, time);
            case MIGRATE_TASK -> migrate(batch, row, time);
            case STAT_SLEEP, STAT_BLOCKED, STAT_IOWAIT -> enqueuing(batch, row, cpu, time);
            case STAT_RUNTIME -> nameUnnamed(batch, row, cpu, time);
            case PROCESS_FORK -> fork(batch, row, time);
            case COMM, FORK, EXIT -> sideBand(kind, batch, row);
            case TASK_RENAME -> rename(batch, row);
            case PROCESS_EXIT -> tasks.active(batch.pid(row), cpu, batch.comm(row), batch.prio(row));
            case PI_SETPRIO -> reprioritised(batch, row, cpu);
            case LOST -> lost(cpu, time);
            default -> {} // says nothing of who runs or waits where
        }
    }

    /** Closes open slices at the time of the last event and tells the listener that the trace ended. */
    public void finish() {
        for (int cpu = 0; cpu < timeline.cpus(); cpu++) {
            if (!timeline.seen(cpu)) {
                stats.add(ImportStat.CPU_SILENT, cpu);
                if (started && !timeline.covered(cpu)) timeline.cover(cpu, firstNs);
            }
            if (timeline.covered(cpu)) listener.covered(cpu, timeline.uncover(cpu), lastNs);
            if (!timeline.known(cpu)) continue;
            int task = timeline.current(cpu);
            if (!tasks.isIdle(task))
                listener.slice(cpu, task, timeline.since(cpu), lastNs, TaskState.UNKNOWN, timeline.startKnown(cpu));
        }
        for (int task = 0; task < tasks.size(); task++) {
            if (timeline.isWaking(task)) stats.add(ImportStat.WAKEUP_UNFINISHED, -1);
            waitsNoMore(task, lastNs);
        }
        listener.end(lastNs);
    }

    /**
     * What a CPU ran at its first event it is taken to have run from the start; where two CPUs claim one task, the one
     * whose event is earlier, and the other counts as idle until its own first event.
     */
    private void assume(int cpu, int task, long time) {
        timeline.room(task, cpu);
        if (started || timeline.known(cpu)) return;
        if (!tasks.isIdle(task) && timeline.isRunning(task)) {
            int rival = timeline.cpu(task);
            if (timeline.since(rival) <= time) return;
            retract(rival, task, time);
        }
        startOn(cpu, task, time);
        timeline.assumed(cpu, true);
    }

    /** The task shows up elsewhere before its CPU had an event: it did not run there yet. */
    private void retract(int cpu, int task, long time) {
        dequeue(task, time);
        timeline.run(cpu, tasks.idle(cpu), timeline.since(cpu), false);
        timeline.forget(cpu);
        listener.running(cpu, tasks.idle(cpu), timeline.since(cpu));
    }

    private void begin(long time) {
        started = true;
        firstNs = time;
        timeline.begins(time);
        for (int cpu = 0; cpu < timeline.cpus(); cpu++) {
            if (!timeline.known(cpu)) continue;
            timeline.run(cpu, timeline.current(cpu), time, false);
            timeline.cover(cpu, time);
        }
    }

    /** A CPU whose first event comes only now, or the first one after a gap. */
    private void late(EventBatch batch, int row, int cpu, long time) {
        int task = tasks.of(batch.currentPid(row), cpu);
        timeline.room(task, cpu);
        if (!timeline.seen(cpu) && time > firstNs) stats.add(ImportStat.CPU_LATE, cpu);
        startOn(cpu, task, time);
        if (!timeline.covered(cpu)) timeline.cover(cpu, time);
    }

    /**
     * A task that starts on {@code cpu} cannot run elsewhere. If it seems to, that was only assumed; or the other CPU's
     * recording has stopped; or, as its next event then shows, events are missing.
     */
    private void leaveOther(int task, int cpu, long time) {
        int other = timeline.cpu(task);
        if (other == cpu || !timeline.isRunning(task) || tasks.isIdle(task)) return;
        boolean wasAssumed = timeline.assumed(other);
        retract(other, task, time);
        if (wasAssumed) return;
        timeline.left(other, true);
        gap(other, timeline.heardNs(other), time);
    }

    private void startOn(int cpu, int task, long time) {
        leaveOther(task, cpu, time);
        if (!tasks.isIdle(task)) enqueue(task, cpu, time);
        timeline.run(cpu, task, time, false);
        listener.running(cpu, task, time);
        waitsNoMore(task, time);
    }

    private void switched(EventBatch batch, int row, int cpu, long time) {
        int prev = tasks.active(batch.pid(row), cpu, batch.comm(row), batch.prio(row));
        int next = tasks.active(batch.otherPid(row), cpu, batch.otherComm(row), batch.otherPrio(row));
        timeline.room(Math.max(prev, next), cpu);
        boolean fits = timeline.current(cpu) == prev;
        if (!fits && timeline.current(cpu) == next && timeline.since(cpu) == time) {
            stats.add(ImportStat.RECORDED_TWICE, cpu);
            return;
        }
        if (!fits) mismatch(cpu, prev, time);
        TaskState state = TaskState.of(batch.arg1(row));
        switchOut(cpu, prev, state, time, fits && timeline.startKnown(cpu));
        switchIn(cpu, next, time);
    }

    private void mismatch(int cpu, int prev, long time) {
        stats.add(ImportStat.SWITCH_MISMATCH, cpu);
        int was = timeline.current(cpu);
        dequeue(was, time);
        gap(cpu, heardBefore, time);
        if (!tasks.isIdle(prev)) enqueue(prev, cpu, time);
        timeline.run(cpu, prev, time, false);
        timeline.cover(cpu, time);
        waitsNoMore(prev, time);
    }

    /** What {@code cpu} ran is not known from {@code sinceNs} on. */
    private void gap(int cpu, long sinceNs, long timeNs) {
        if (timeline.covered(cpu)) {
            long from = timeline.uncover(cpu);
            if (from < sinceNs) listener.covered(cpu, from, sinceNs);
        }
        listener.gap(cpu, timeNs);
    }

    private void waitsNoMore(int task, long timeNs) {
        int kind = timeline.waitKind(task);
        if (kind == 0) return;
        timeline.waitsNoMore(task);
        listener.waitCut(timeline.cpu(task), task, timeline.waitSince(task), timeNs, WAIT_KINDS[kind - 1]);
    }

    private void switchOut(int cpu, int prev, TaskState state, long time, boolean startIsKnown) {
        if (tasks.isIdle(prev)) return;
        timeline.left(prev, state, time);
        if (state.runnable()) {
            timeline.waits(prev, time, state == TaskState.PREEMPTED ? WaitKind.PREEMPTED : WaitKind.RUNNABLE);
            if (!timeline.onRq(prev)) enqueue(prev, cpu, time);
        } else {
            dequeue(prev, time);
            if (state == TaskState.DEAD || state == TaskState.ZOMBIE) tasks.ended(prev);
        }
        listener.slice(cpu, prev, timeline.since(cpu), time, state, startIsKnown);
    }

    private void switchIn(int cpu, int next, long time) {
        if (tasks.isIdle(next)) {
            for (int left = timeline.firstOnRq(cpu); left != Tasks.NONE; left = timeline.firstOnRq(cpu)) {
                dequeue(left, time);
                waitsNoMore(left, time);
                stats.add(ImportStat.SWITCH_MISMATCH, cpu);
            }
        } else {
            leaveOther(next, cpu, time);
            if (timeline.isWaking(next)) {
                if (timeline.wake(next) == Timeline.WAKING) place(next, cpu, time);
                finishWake(next, cpu, false, time);
            }
            if (!timeline.onRq(next) || timeline.cpu(next) != cpu) enqueue(next, cpu, time);
        }
        int kind = timeline.waitKind(next);
        timeline.run(cpu, next, time, true);
        listener.running(cpu, next, time);
        if (kind != 0) {
            timeline.waitsNoMore(next);
            listener.waited(cpu, next, timeline.waitSince(next), time, WAIT_KINDS[kind - 1]);
        }
    }

    private void enqueue(int task, int cpu, long time) {
        dequeue(task, time);
        timeline.enqueue(task, cpu);
        listener.enqueued(cpu, task, time);
    }

    private void dequeue(int task, long time) {
        if (!timeline.onRq(task)) return;
        int cpu = timeline.cpu(task);
        timeline.dequeue(task);
        listener.dequeued(cpu, task, time);
    }

    private static final WaitKind[] WAIT_KINDS = WaitKind.values();

    private void waking(EventBatch batch, int row, int cpu, long time) {
        int wakee = tasks.active(batch.pid(row), cpu, batch.comm(row), batch.prio(row));
        int waker = tasks.of(batch.currentPid(row), cpu);
        timeline.room(Math.max(wakee, waker), cpu);
        int prev = checkedCpu(batch.arg0(row), cpu);
        timeline.wakeBegins(wakee, time, waker, cpu, prev, batch.flags(row));
        if (!timeline.onRq(wakee)) timeline.moved(wakee, prev);
        listener.waking(wakee, time);
        if (wakee == timeline.current(cpu)) timeline.wake(wakee, Timeline.NO_WAKE);
        else timeline.unplaced(cpu, wakee);
    }

    /** The event after a sched_waking on the waker's CPU: unless it moves the wakee, the wakee stays on prev. */
    private void settle(int cpu, int wakee, EventKind kind, EventBatch batch, int row, long time) {
        boolean moves = kind == EventKind.MIGRATE_TASK && batch.pid(row) == tasks.pid(wakee);
        if (timeline.wake(wakee) != Timeline.WAKING || moves) {
            timeline.unplaced(cpu, Tasks.NONE);
            return;
        }
        if (timeline.onRq(wakee)) {
            boolean ends = kind == EventKind.WAKEUP && batch.pid(row) == tasks.pid(wakee);
            if (ends || kind == EventKind.WAKING || kind == EventKind.SWITCH) timeline.unplaced(cpu, Tasks.NONE);
            if (!recordsWakeup && !timeline.isRunning(wakee)) timeline.wake(wakee, Timeline.NO_WAKE);
            return;
        }
        timeline.unplaced(cpu, Tasks.NONE);
        place(wakee, timeline.prevCpu(wakee), time);
    }

    private void place(int wakee, int chosen, long time) {
        timeline.wake(wakee, Timeline.PLACED);
        if (!timeline.onRq(wakee)) timeline.moved(wakee, chosen);
        listener.placed(wakee, time);
        if (!recordsWakeup) finishWake(wakee, chosen, false, time);
    }

    private void wakeup(EventBatch batch, int row, int cpu, long time) {
        int wakee = tasks.active(batch.pid(row), cpu, batch.comm(row), batch.prio(row));
        int chosen = checkedCpu(batch.arg0(row), cpu);
        timeline.room(wakee, chosen);
        boolean hadWaking = timeline.isWaking(wakee);
        if (timeline.onRq(wakee)) {
            timeline.wake(wakee, Timeline.NO_WAKE);
            if (hadWaking) listener.woken(wakee, timeline.cpu(wakee), false, time);
            return;
        }
        if (!hadWaking) {
            timeline.wakeBegins(wakee, time, tasks.of(batch.currentPid(row), cpu), cpu, Tasks.NONE, batch.flags(row));
            timeline.wake(wakee, Timeline.PLACED);
        } else if (timeline.wake(wakee) == Timeline.WAKING || timeline.cpu(wakee) != chosen) {
            place(wakee, chosen, time);
        }
        finishWake(wakee, chosen, hadWaking && cpu != timeline.wakerCpu(wakee), time);
    }

    private void finishWake(int wakee, int chosen, boolean queued, long time) {
        timeline.wake(wakee, Timeline.NO_WAKE);
        if (timeline.onRq(wakee)) return;
        enqueue(wakee, chosen, time);
        timeline.waits(wakee, Math.max(timeline.wakingNs(wakee), timeline.offCpuNs(wakee)), WaitKind.WAKEUP);
        listener.woken(wakee, chosen, queued, time);
    }

    private void enqueuing(EventBatch batch, int row, int cpu, long time) {
        int wakee = tasks.of(batch.pid(row), cpu);
        timeline.room(wakee, cpu);
        if (!timeline.isWaking(wakee)) return;
        if (timeline.wake(wakee) == Timeline.WAKING && !timeline.onRq(wakee))
            place(wakee, timeline.prevCpu(wakee), time);
        listener.enqueuing(wakee, cpu, time);
    }

    private void wakeupNew(EventBatch batch, int row, int cpu, long time) {
        int child = tasks.active(batch.pid(row), cpu, batch.comm(row), batch.prio(row));
        int chosen = checkedCpu(batch.arg0(row), cpu);
        timeline.room(child, chosen);
        enqueue(child, chosen, time);
        timeline.waits(child, time, WaitKind.FORK);
        listener.wokenNew(child, chosen, time);
    }

    private void migrate(EventBatch batch, int row, long time) {
        int to = checkedCpu(batch.arg1(row), batch.cpu());
        int task = tasks.active(batch.pid(row), batch.cpu(), batch.comm(row), batch.prio(row));
        timeline.room(task, to);
        if (timeline.isWaking(task) && !timeline.onRq(task)) {
            place(task, to, time);
            return;
        }
        int from = timeline.cpu(task);
        boolean onRq = timeline.onRq(task);
        if (onRq && !timeline.isRunning(task)) enqueue(task, to, time);
        else if (!onRq) timeline.moved(task, to);
        listener.migrated(task, from, to, onRq, time);
    }

    private void fork(EventBatch batch, int row, long time) {
        int parent = tasks.active(
                batch.pid(row), batch.cpu(), batch.comm(row), tasks.prio(tasks.of(batch.pid(row), batch.cpu())));
        int child = tasks.forked(batch.otherPid(row), parent);
        timeline.room(Math.max(parent, child), batch.cpu());
        if (batch.otherComm(row) != 0) tasks.rename(child, batch.otherComm(row));
        listener.forked(parent, child, time);
    }

    private void sideBand(EventKind kind, EventBatch batch, int row) {
        int pid = batch.pid(row);
        if (pid <= 0) return;
        if (kind == EventKind.FORK && batch.timeNs(row) != 0) {
            int parent = tasks.of((int) batch.arg0(row), batch.cpu());
            int child = tasks.forked(pid, parent);
            timeline.room(Math.max(parent, child), batch.cpu());
            tasks.process(child, batch.otherPid(row));
            return;
        }
        int task = tasks.of(pid, batch.cpu());
        timeline.room(task, 0);
        tasks.process(task, batch.otherPid(row));
        if (kind == EventKind.COMM) name(task, batch.comm(row), batch.timeNs(row));
    }

    private void rename(EventBatch batch, int row) {
        int task = tasks.of(batch.pid(row), batch.cpu());
        timeline.room(task, 0);
        name(task, batch.otherComm(row), batch.timeNs(row));
    }

    /** A task that has run since before the trace gets its name with its first statistic. */
    private void nameUnnamed(EventBatch batch, int row, int cpu, long time) {
        int task = tasks.of(batch.pid(row), cpu);
        timeline.room(task, cpu);
        if (tasks.comm(task) == 0 && batch.comm(row) != 0) name(task, batch.comm(row), time);
    }

    private void name(int task, int comm, long time) {
        tasks.rename(task, comm);
        listener.named(task, time);
    }

    private void reprioritised(EventBatch batch, int row, int cpu) {
        int task = tasks.active(batch.pid(row), cpu, batch.comm(row), (int) batch.arg1(row));
        timeline.room(task, 0);
    }

    private void lost(int cpu, long time) {
        if (cpu >= timeline.cpus()) return;
        for (int left = timeline.firstOnRq(cpu); left != Tasks.NONE; left = timeline.firstOnRq(cpu)) {
            dequeue(left, time);
            waitsNoMore(left, time);
        }
        timeline.forget(cpu);
        gap(cpu, timeline.heardNs(cpu), time);
    }

    /** A CPU number out of an event's payload; one that the machine does not have is counted and replaced. */
    private int checkedCpu(long fromTrace, int otherwise) {
        if (fromTrace >= 0 && fromTrace < cpuLimit) return (int) fromTrace;
        stats.add(ImportStat.CPU_OUT_OF_RANGE, otherwise);
        return otherwise;
    }
}
