package rewake.replay.pelt;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.PeltField;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.replay.ExitingTasks;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineTracker;

/**
 * Finds the operations on run queues in the events that they leave. An operation is a chain of events that one CPU records
 * within a few µs: what runs is accounted for (sched_stat_runtime), then something is queued (sched_stat_sleep,
 * sched_wakeup), leaves (sched_switch), is picked (sched_stat_wait, sched_switch) or moves (sched_migrate_task); averages are
 * recorded in between. A run-time statistic that nothing follows is a tick. The operation began with the first event of its
 * chain, and is handed on in that order.
 *
 * <p>Without statistics, operations begin at the events that tell them, and there are no ticks.
 *
 * <p>Source: {@code enqueue_task_fair()}, {@code dequeue_task_fair()}, {@code pick_next_task_fair()}, {@code task_tick_fair()},
 * {@code try_to_wake_up()}, {@code __schedule()} and where their trace events stand.
 */
final class Operations implements EventConsumer, TimelineListener {
    private static final EventKind[] KINDS = EventKind.values();
    /** Longer than any chain, ns: what is open for so long is all of it. */
    private static final long CHAIN_NS = 100_000;

    private final TimelineTracker tracker;
    private final Timeline timeline;
    private final Tasks tasks;
    private final OpQueue queue;
    private final RqClocks clocks;
    private final int cpus;
    private final Chain[] chains;
    private final @Nullable RecordNames names;
    private final PeltRecords records = new PeltRecords();
    private final boolean recordsBefore;
    /** Whether it shows that a task stays queued when it goes to sleep. */
    private final boolean showsDelays;
    /** Tasks that sleep and are still queued. */
    private final BitSet delayed = new BitSet();

    private final ExitingTasks exiting;
    /** CPUs that have something open. */
    private final BitSet open = new BitSet();
    /** By CPU: when the first of that began. */
    private final long[] begins;

    private int by;
    private boolean statistics;
    private int delayedTask = Tasks.NONE;
    private long delay;
    /** It has just left its CPU for good; its load goes when the next one runs. */
    private int deadTask = Tasks.NONE;

    /**
     * @param names who is meant by recorded averages; none are handed on without
     * @param recordsBefore whether averages were recorded as they were before the operation that recorded them
     * @param delaysDequeue whether the recorded kernel delays dequeues: seen where the number of queued tasks is recorded
     */
    Operations(
            TraceFacts facts,
            ImportStats stats,
            OpQueue.Sink sink,
            @Nullable RecordNames names,
            boolean recordsBefore,
            boolean delaysDequeue) {
        cpus = facts.cpus();
        tracker = new TimelineTracker(facts, stats, this);
        timeline = tracker.timeline();
        tasks = timeline.tasks();
        queue = new OpQueue(sink);
        clocks = new RqClocks(cpus);
        this.names = names;
        this.recordsBefore = recordsBefore;
        showsDelays = delaysDequeue && facts.records(EventKind.UPDATE_NR_RUNNING) && facts.records(EventKind.STAT_WAIT);
        exiting = new ExitingTasks(cpus);
        chains = new Chain[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) chains[cpu] = new Chain();
        begins = new long[cpus];
    }

    Tasks tasks() {
        return tasks;
    }

    PeltRecords records() {
        return records;
    }

    @Override
    public void firstOf(EventBatch lane) {
        tracker.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        EventKind kind = KINDS[batch.kind(row)];
        long time = batch.timeNs(row);
        by = batch.cpu();
        if (by >= cpus) return;
        Chain chain = chains[by];
        if (chain.leavingTask != Tasks.NONE) {
            if (kind == EventKind.PELT_SE
                    && RecordNames.isTask(batch, row)
                    && tasks.of(batch.pid(row), by) == chain.leavingTask) chain.leavingNs = time;
            leave(chain);
        }
        if (chain.detachedCount > 0 && !kind.pelt() && kind != EventKind.STAT_RUNTIME && kind != EventKind.MIGRATE_TASK)
            attach(chain);
        switch (kind) {
            case STAT_RUNTIME -> ran(chain, batch, row, time);
            case STAT_WAIT -> waited(chain, batch, row, time);
            case STAT_SLEEP, STAT_BLOCKED -> {
                delayedTask = tasks.of(batch.pid(row), by);
                delay = batch.arg0(row);
                tracker.event(batch, row);
                delayedTask = Tasks.NONE;
            }
            case SWITCH -> {
                tracker.event(batch, row);
                end(chain);
                chain.waitedTask = Tasks.NONE;
                chain.leftNs = Chain.CLOSED;
                chain.finishNs = Chain.CLOSED;
            }
            case PROCESS_FORK -> {
                // sched_fork() accounts for the parent, no more
                if (chain.ranNs != Chain.CLOSED && chain.ranTask == tasks.of(batch.pid(row), by))
                    chain.ranNs = Chain.CLOSED;
                tracker.event(batch, row);
            }
            case WAKING -> {
                end(chain);
                tracker.event(batch, row);
            }
            case PELT_CFS, PELT_SE -> {
                tracker.event(batch, row);
                if (names != null) record(chain, names, batch, row, time);
            }
            case UPDATE_NR_RUNNING -> {
                tracker.event(batch, row);
                if (showsDelays) left(chain, batch, row, time);
            }
            case PROCESS_EXIT -> {
                tracker.event(batch, row);
                exiting.exits(tasks.of(batch.pid(row), by));
            }
            case CGROUP_ATTACH_TASK -> {
                tracker.event(batch, row);
                regroup(batch, row, time);
            }
            default -> tracker.event(batch, row);
        }
        release(time);
    }

    void finish() {
        tracker.finish();
        for (int cpu = 0; cpu < cpus; cpu++) {
            by = cpu;
            end(chains[cpu]);
        }
        queue.release(Long.MAX_VALUE);
    }

    /** What can no longer be overtaken by anything that is open goes out. */
    private void release(long time) {
        begins[by] = chains[by].beginNs(); // no event opens or closes anything on other CPUs
        open.set(by, begins[by] != Chain.CLOSED);
        long safe = time;
        int at = by;
        for (int cpu = open.nextSetBit(0); cpu >= 0; cpu = open.nextSetBit(cpu + 1)) {
            long began = begins[cpu];
            if (time - began <= CHAIN_NS) safe = Math.min(safe, began);
            else {
                by = cpu;
                end(chains[cpu]);
                chains[cpu].leftNs = Chain.CLOSED;
                open.clear(cpu);
            }
        }
        by = at;
        queue.release(safe);
    }

    private void record(Chain chain, RecordNames names, EventBatch batch, int row, long time) {
        int cpu = batch.hasPelt(row, PeltField.CPU) ? (int) batch.pelt(row, PeltField.CPU) : -1;
        if (cpu < 0 || cpu >= cpus || !batch.hasPelt(row, PeltField.UPDATE_TIME)) return;
        boolean isTask = RecordNames.isTask(batch, row);
        int group = isTask ? -1 : names.group(batch, row, by);
        if (!isTask && group < 0) return;
        chain.record(records.add(batch, row, isTask ? tasks.of(batch.pid(row), by) : -1, group), time);
    }

    private void regroup(EventBatch batch, int row, long time) {
        int group = names == null || !Attached.counts(batch, row) ? -1 : names.named(batch, row);
        int task = tasks.of(batch.pid(row), by);
        if (group >= 0 && tasks.isFair(task))
            queue.add(Op.REGROUP, Math.max(0, timeline.cpu(task)), task, group, by, time, time);
    }

    private void ran(Chain chain, EventBatch batch, int row, long time) {
        statistics = true;
        int task = tasks.of(batch.pid(row), by);
        tracker.event(batch, row);
        int cpu = timeline.cpu(task);
        if (cpu < 0 || cpu >= cpus || timeline.current(cpu) != task) return;
        boolean attaching = chain.detachedCount > 0 && chain.attachTo == cpu && chain.ranNs == Chain.CLOSED;
        if (!attaching) end(chain);
        long clock = clocks.ran(cpu, batch.arg0(row), time);
        if (attaching) {
            chain.attachClock = clock;
            return;
        }
        chain.ranNs = time;
        chain.ranTask = task;
        chain.ranOn = cpu;
        chain.ranClock = clock;
    }

    private void waited(Chain chain, EventBatch batch, int row, long time) {
        int task = tasks.of(batch.pid(row), by);
        tracker.event(batch, row);
        if (batch.arg0(row) == 0 && by < cpus && timeline.current(by) == task) {
            if (exiting.rejoins(task, by)) rejoin(chain, task, time);
            return;
        }
        chain.waitedTask = task;
        chain.waitedNs = time;
        clocks.waited(by, task, batch.arg0(row), time);
    }

    /**
     * One task less is queued. It is the one that goes to sleep; or, where a wait has just ended, one that slept already and
     * would have been picked next.
     */
    private void left(Chain chain, EventBatch batch, int row, long time) {
        boolean here = batch.hasPelt(row, PeltField.CPU) && batch.pelt(row, PeltField.CPU) == by;
        if (!here || !batch.hasPelt(row, PeltField.DELTA)) return;
        if (batch.pelt(row, PeltField.DELTA) > 0 && chain.detachedCount == 0) chain.stays(by);
        if (batch.pelt(row, PeltField.DELTA) != -1) return;
        int task = chain.waitedTask;
        if (task == Tasks.NONE) {
            if (chain.finishNs == Chain.CLOSED) takeOff(chain, time);
        } else if (delayed.get(task)) {
            delayed.clear(task);
            chain.waitedTask = Tasks.NONE;
            long start = chain.finishStart(records, task);
            if (chain.finishNs == Chain.CLOSED) chain.finishNs = start;
            long clock = clocks.last(by, time);
            clocks.slept(task, clock);
            add(chain, Op.SLEEP, by, task, start, clock, time);
        }
    }

    private void takeOff(Chain chain, long time) {
        chain.leftClock = chain.isOpenOn(by) ? chain.ranClock : clocks.at(by, time);
        chain.leftNs = begin(chain, by, time);
        chain.leftUntilNs = time;
    }

    private void rejoin(Chain chain, int task, long time) {
        if (!tasks.isFair(task)) return;
        long clock = chain.isOpenOn(by) ? chain.ranClock : clocks.at(by, time);
        add(chain, Op.REJOIN, by, task, begin(chain, by, time), clock, time);
    }

    /** Nothing more belongs to what is open: a statistic alone was a tick, averages alone something that no event tells. */
    private void end(Chain chain) {
        leave(chain);
        attach(chain);
        if (chain.ranNs != Chain.CLOSED) {
            long start = chain.ranNs;
            chain.ranNs = Chain.CLOSED;
            if (tasks.isFair(chain.ranTask))
                add(chain, Op.TICK, chain.ranOn, chain.ranTask, start, chain.ranClock, Long.MAX_VALUE);
        }
        if (chain.queuedTask != Tasks.NONE) {
            int task = chain.queuedTask;
            chain.queuedTask = Tasks.NONE;
            add(chain, Op.ENQUEUE, timeline.cpu(task), task, chain.queuedNs, chain.queuedClock, Long.MAX_VALUE);
            chain.queuedNs = Chain.CLOSED;
        }
        chain.handRest(queue, records, by);
    }

    /** When the operation on {@code cpu} began that ends at {@code time}: with what is open. */
    private long begin(Chain chain, int cpu, long time) {
        long began = time;
        for (int i = 0; i < chain.recorded; i++) {
            int at = chain.records[i];
            if (records.cpu(at) != cpu || time - records.timeNs(at) > CHAIN_NS) continue;
            if (chain.isOpenOn(cpu) && chain.ranNs < records.timeNs(at) && records.of(at) != PeltRecords.Of.TASK) break;
            began = records.timeNs(at);
            break;
        }
        if (!chain.isOpenOn(cpu)) return began;
        if (began == time) began = chain.ranNs;
        chain.ranNs = Chain.CLOSED;
        return began;
    }

    /** Hands an operation on, and with it what was recorded of its run queue before {@code untilNs}. */
    private void add(Chain chain, Op op, int cpu, int task, long start, long clock, long untilNs) {
        add(chain, op, cpu, task, tasks.isIdle(task) ? 0 : tasks.prio(task), start, clock, untilNs);
    }

    private void add(Chain chain, Op op, int cpu, int task, int prio, long start, long clock, long untilNs) {
        chain.hand(queue, records, recordsBefore, cpu, by, start, untilNs);
        queue.add(op, cpu, task, prio, by, start, clock);
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        if (state == TaskState.UNKNOWN || cpu >= cpus || !tasks.isFair(task)) return;
        Chain chain = chains[by];
        if (state.runnable()) {
            clocks.queued(task, chain.isOpenOn(cpu) ? chain.ranClock : clocks.last(cpu, endNs));
            return;
        }
        boolean left = chain.leftNs != Chain.CLOSED && by == cpu;
        if (state.dead()) {
            deadTask = task;
            if (exiting.rejoined(task, cpu)) rejoin(chain, task, endNs);
        }
        if (left) {
            clocks.slept(task, chain.leftClock);
            add(chain, Op.SLEEP, cpu, task, chain.leftNs, chain.leftClock, chain.leftUntilNs);
            return;
        }
        long clock = chain.isOpenOn(cpu) ? chain.ranClock : clocks.at(cpu, endNs);
        long until = Math.min(chain.finishNs, chain.waitedTask == Tasks.NONE ? Long.MAX_VALUE : chain.waitedNs);
        boolean stays = showsDelays && !state.dead() && by == cpu;
        if (stays) {
            delayed.set(task);
            clocks.queued(task, clock);
        } else {
            clocks.slept(task, clock);
        }
        add(chain, stays ? Op.DELAY : Op.SLEEP, cpu, task, begin(chain, cpu, endNs), clock, until);
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        if (cpu >= cpus) return;
        exiting.running(cpu);
        Chain chain = chains[by];
        long start = begin(chain, cpu, timeNs);
        if (chain.waitedTask == task && by == cpu) start = Math.min(chain.waitedNs, timeNs);
        long clock = statistics ? clocks.last(cpu, timeNs) : clocks.at(cpu, timeNs);
        clocks.picked(cpu, clock);
        Op op = tasks.isIdle(task) ? Op.PICK_IDLE : tasks.isFair(task) ? Op.PICK : Op.PICK_OTHER;
        add(chain, op, cpu, task, start, clock, Long.MAX_VALUE);
        if (deadTask == Tasks.NONE) return;
        add(chain, Op.EXIT, cpu, deadTask, timeNs, clock, 0);
        deadTask = Tasks.NONE;
    }

    @Override
    public void placed(int task, long timeNs) {
        int to = timeline.cpu(task);
        if (tasks.isFair(task) && to >= 0 && to < cpus && !timeline.onRq(task)) leaves(chains[by], task, to, timeNs);
    }

    private void leaves(Chain chain, int task, int to, long timeNs) {
        leave(chain);
        chain.leavingTask = task;
        chain.leavingTo = to;
        chain.leavingNs = timeNs;
    }

    private void leave(Chain chain) {
        if (chain.leavingTask == Tasks.NONE) return;
        int task = chain.leavingTask;
        chain.leavingTask = Tasks.NONE;
        queue.add(Op.LEAVE, chain.leavingTo, task, tasks.prio(task), by, chain.leavingNs, chain.leavingNs);
        chain.leavingNs = Chain.CLOSED;
    }

    @Override
    public void enqueuing(int task, int byCpu, long timeNs) {
        int cpu = timeline.cpu(task);
        if (timeline.onRq(task) || !tasks.isFair(task) || cpu < 0 || cpu >= cpus) return;
        Chain chain = chains[by];
        chain.queuedClock = queueClock(chain, task, cpu, timeNs);
        chain.queuedNs = begin(chain, cpu, timeNs);
        chain.queuedTask = task;
    }

    private long queueClock(Chain chain, int task, int cpu, long timeNs) {
        if (chain.isOpenOn(cpu)) return chain.ranClock;
        return delayedTask == task ? clocks.woke(cpu, task, delay, timeNs) : clocks.at(cpu, timeNs);
    }

    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        if (!tasks.isFair(task) || cpu < 0 || cpu >= cpus) return;
        Chain chain = chains[by];
        boolean told = chain.queuedTask == task;
        long clock = told ? chain.queuedClock : queueClock(chain, task, cpu, timeNs);
        long start = told ? chain.queuedNs : begin(chain, cpu, timeNs);
        chain.queuedTask = Tasks.NONE;
        chain.queuedNs = Chain.CLOSED;
        boolean stayed = delayed.get(task);
        delayed.clear(task);
        if (!stayed) clocks.queued(task, clock);
        else if (told) queue.add(Op.SLEEP, timeline.cpu(task), task, tasks.prio(task), by, start, clock);
        add(chain, Op.ENQUEUE, cpu, task, start, clock, Long.MAX_VALUE);
    }

    @Override
    public void wokenNew(int task, int cpu, long timeNs) {
        if (!tasks.isFair(task) || cpu >= cpus) return;
        Chain chain = chains[by];
        long clock = chain.isOpenOn(cpu) ? chain.ranClock : clocks.at(cpu, timeNs);
        clocks.queued(task, clock);
        add(chain, Op.FORK, cpu, task, begin(chain, cpu, timeNs), clock, Long.MAX_VALUE);
    }

    @Override
    public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
        if (to < 0 || to >= cpus || !tasks.isFair(task)) return;
        Chain chain = chains[by];
        if ((!onRq && !delayed.get(task)) || from < 0 || from >= cpus) {
            leaves(chain, task, to, timeNs);
            return;
        }
        long clock = chain.isOpenOn(from) ? chain.ranClock : clocks.at(from, timeNs);
        clocks.requeued(task);
        if (chain.detachedCount > 0 && chain.attachTo != to) attach(chain);
        add(chain, Op.DETACH, from, task, to, begin(chain, from, timeNs), clock, Long.MAX_VALUE);
        chain.detach(task, to, timeNs);
    }

    private void attach(Chain chain) {
        if (chain.detachedCount == 0) return;
        int to = chain.attachTo;
        long clock = chain.attachClock == chain.attachNs ? clocks.at(to, chain.attachNs) : chain.attachClock;
        long start = chain.attachNs;
        chain.attachNs = Chain.CLOSED;
        int last = chain.detachedCount - 1;
        chain.detachedCount = 0;
        for (int i = last; i > 0; i--)
            queue.add(Op.ATTACH, to, chain.detached[i], tasks.prio(chain.detached[i]), by, start, clock);
        add(chain, Op.ATTACH, to, chain.detached[0], start, clock, Long.MAX_VALUE);
    }

    @Override
    public void named(int task, long timeNs) {
        if (tasks.isFair(task)) queue.add(Op.NAMED, Math.max(0, timeline.cpu(task)), task, 0, by, timeNs, timeNs);
    }
}
