package rewake.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.kernel.CpuMask;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.SchedState;
import rewake.kernel.Weights;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineTracker;

/**
 * Decides every recorded wake-up again, in the recorded state, with each model; then follows the recording. No drift: it
 * says which decisions change given the state, not what follows from them.
 *
 * <p>The instant of a decision lies after sched_waking (the event itself takes time) and before sched_migrate_task: the
 * median distance of the two on this recording so far, or earlier where the wakee's next event comes earlier. A wakee that
 * still ran when it was woken is decided when it has been switched out. State is taken at that instant; the models answer
 * when the race window behind it is over and the recorded CPU is known; the score is written when the wake-up ends.
 *
 * <p>Source: design "replaying the same wake-ups", section 1; placement.md sections 1.3, 8, 12.
 */
public final class Judge implements EventConsumer {
    private static final int STAT_RUNTIME = EventKind.STAT_RUNTIME.ordinal();
    private static final int STAT_SLEEP = EventKind.STAT_SLEEP.ordinal();

    private final TimelineTracker tracker;
    private final Timeline timeline;
    private final Tasks tasks;
    private final Machine machine;
    private final JudgeOptions options;
    private final KernelModel recorded;
    private final CpuStates cpus;
    private final InferredLoads loads;
    private final SchedIdleTasks schedIdleTasks;
    private final KernelThreads kernelThreads;
    private final Answers answers;
    private final long[] skipped = new long[SkipReason.values().length];
    private final ArrayDeque<Decision> free = new ArrayDeque<>();
    private final ArrayList<Decision> open = new ArrayList<>();
    private @org.jspecify.annotations.Nullable Decision[] byTask = new Decision[256];
    /** CPUs of which events are missing, until their next one. */
    private final boolean[] gaps;

    private final int modelCount;
    private long nextDueNs = Long.MAX_VALUE;
    private long delayNs;
    private int eventCpu;
    /** Statistics can be recorded and yet switched off (kernel.sched_schedstats), so one has to be seen. */
    private boolean statisticsSeen;

    private final EventCost cost;
    private long unfinished;

    /**
     * A judge for one trace.
     *
     * @param recorded the model of the kernel that was recorded: rules the recorded state
     * @param models the base first, then its variants; the recorded kernel's own may be among them
     */
    public Judge(
            TraceFacts facts,
            Comms comms,
            ImportStats stats,
            JudgeOptions options,
            KernelModel recorded,
            List<KernelModel> models) {
        tracker = new TimelineTracker(facts, stats, new Ears());
        timeline = tracker.timeline();
        tasks = timeline.tasks();
        machine = new Machine(facts.topology());
        this.options = options;
        this.recorded = recorded;
        schedIdleTasks = new SchedIdleTasks(options.schedIdle(), comms, tasks);
        kernelThreads = new KernelThreads(comms, tasks);
        cpus = new CpuStates(timeline, machine, recorded.wakelist(), schedIdleTasks);
        loads = new InferredLoads(machine.cpus());
        answers = new Answers(machine, tasks, comms, loads, options, recorded, models);
        gaps = new boolean[machine.cpus()];
        modelCount = answers.scores().size();
        cost = new EventCost(machine.cpus());
        delayNs = options.raceWindowNs();
    }

    /** The timeline it follows. */
    public TimelineTracker tracker() {
        return tracker;
    }

    /** One score a model, in the order given; the recorded kernel's own is appended where it was not among them. */
    public List<Scores> scores() {
        return answers.scores();
    }

    /** The score of the recorded kernel's own model. */
    public Scores judged() {
        return answers.judgedScores();
    }

    /** Recorded decisions by distance from prev, indexed by {@link rewake.event.Distance}. */
    public long[] recordedMoves() {
        return answers.recordedMoves();
    }

    /** Whether any task is known to run under SCHED_IDLE. */
    public boolean sawSchedIdle() {
        return schedIdleTasks.any();
    }

    /** Wake-ups that were not judged, by reason. */
    public Map<SkipReason, Long> skipped() {
        var out = new EnumMap<SkipReason, Long>(SkipReason.class);
        for (SkipReason reason : SkipReason.values())
            if (skipped[reason.ordinal()] > 0) out.put(reason, skipped[reason.ordinal()]);
        return out;
    }

    /** Skipped ones that may have been decisions after all. */
    public long maybeNoDecision() {
        return skipped[SkipReason.MAYBE_DELAYED_DEQUEUE.ordinal()] + skipped[SkipReason.ON_CPU.ordinal()];
    }

    /** Wake-ups still open when the trace ended. */
    public long unfinished() {
        return unfinished;
    }

    /** What was inferred, and for which share of the decisions it matters. */
    public List<Inferred> inferred() {
        return answers.inferred(schedIdleTasks, delayNs);
    }

    @Override
    public void firstOf(EventBatch lane) {
        tracker.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        long time = batch.timeNs(row);
        eventCpu = batch.cpu();
        cost.event(eventCpu, time);
        if (time > nextDueNs) advance(time);
        int kind = batch.kind(row);
        if (kind == STAT_RUNTIME) ran(batch, row, time);
        else if (kind == STAT_SLEEP) statisticsSeen = true;
        tracker.event(batch, row);
    }

    /** Ends the trace: decides what is still open. */
    public void finish() {
        advance(Long.MAX_VALUE);
        tracker.finish();
        unfinished = open.size();
    }

    private void ran(EventBatch batch, int row, long time) {
        int task = tasks.of(batch.pid(row), batch.cpu());
        if (schedIdleTasks.ran(task, batch.arg0(row), batch.arg1(row)))
            for (int cpu = 0; cpu < machine.cpus(); cpu++) refresh(cpu, time, 0, Tasks.NONE);
    }

    /** Moves on every decision whose instant, or whose race window, lies before {@code now}. */
    private void advance(long now) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < open.size(); i++) {
            Decision d = open.get(i);
            if (d.stage == Decision.AHEAD && d.decideNs < now) take(d);
            if (d.stage == Decision.TAKEN && over(d) < now) see(d);
            if (d.stage == Decision.AHEAD) next = Math.min(next, d.decideNs);
            else if (d.stage == Decision.TAKEN) next = Math.min(next, over(d));
            if (d.stage == Decision.SEEN && d.ended) {
                answer(d);
                i--;
            }
        }
        nextDueNs = next;
    }

    /** When all events that may have been seen by the decision have come in. */
    private long over(Decision d) {
        return d.decideNs + options.raceWindowNs() + cost.ns();
    }

    private void take(Decision d) {
        d.stage = Decision.TAKEN;
        d.nrThis = cpus.nrRunning(d.thisCpu);
        d.unknown |= !stateKnown(d.prev) || !stateKnown(d.thisCpu);
        answers.take(d);
    }

    private void see(Decision d) {
        d.stage = Decision.SEEN;
        cpus.lookAt(d, options.raceWindowNs());
    }

    private void answer(Decision d) {
        answers.answer(d);
        if (d.unknown) d.skip = SkipReason.UNKNOWN_STATE;
        else if (answers.counts(d)) answers.score(d);
        close(d);
    }

    private boolean stateKnown(int cpu) {
        long[] llc = machine.llcSpan(cpu);
        for (int c = CpuMask.next(llc, 0); c >= 0; c = CpuMask.next(llc, c + 1)) if (gaps[c]) return false;
        return true;
    }

    /** Reads {@code cpu} again; other CPUs saw the change {@code shiftNs} after the event that tells it. */
    private void refresh(int cpu, long now, long shiftNs, int cause) {
        if (cpu < machine.cpus()) cpus.refresh(cpu, now, now + shiftNs, eventCpu, cause);
    }

    private void begin(int wakee, long now) {
        Decision old = decisionOf(wakee);
        if (old != null) forget(old);
        Decision d = free.isEmpty() ? new Decision(machine.cpus(), modelCount) : free.pop();
        d.begin(wakee, now);
        d.waker = timeline.waker(wakee);
        d.thisCpu = timeline.wakerCpu(wakee);
        d.prev = timeline.prevCpu(wakee);
        d.flags = timeline.wakeFlags(wakee);
        d.decideNs = now + delayNs;
        d.wakerKthread = kernelThreads.isPerCpu(d.waker);
        if (d.thisCpu >= machine.cpus() || d.prev >= machine.cpus()) d.skip = SkipReason.UNKNOWN_STATE;
        else if (wakee == timeline.current(d.thisCpu)) d.skip = SkipReason.SELF_WAKE;
        else if (timeline.isRunning(wakee)) d.stage = Decision.SPINNING;
        else if (timeline.onRq(wakee)) d.skip = SkipReason.ON_RQ;
        if (d.skip == null && !tasks.isFair(wakee)) d.skip = SkipReason.NOT_FAIR;
        if (d.skip == null && kernelThreads.isPerCpu(wakee)) d.skip = SkipReason.PINNED;
        if (d.skip != null) d.stage = Decision.SKIPPED;
        byTask[wakee] = d;
        open.add(d);
        if (d.stage == Decision.AHEAD) nextDueNs = Math.min(nextDueNs, d.decideNs);
        if (d.skip == SkipReason.SELF_WAKE) close(d);
    }

    private void place(int wakee, long now) {
        Decision d = decisionOf(wakee);
        if (d == null || d.stage == Decision.SKIPPED) return;
        int chosen = timeline.cpu(wakee);
        boolean moved = chosen != d.prev;
        if (moved && !d.spun) learnDelay(now - d.wakingNs);
        if (moved || d.stage == Decision.AHEAD) {
            d.decideNs = moved ? now - 1 : Math.min(d.decideNs, now - 1);
            take(d);
        }
        if (chosen >= machine.cpus()) d.unknown = true;
        d.chosen = chosen;
        nextDueNs = Math.min(nextDueNs, over(d));
    }

    /** Median of sched_waking → sched_migrate_task so far, followed in steps of a sixteenth. */
    private void learnDelay(long gapNs) {
        long step = Math.max(1, delayNs / 16);
        if (gapNs > delayNs) delayNs += step;
        else if (gapNs < delayNs) delayNs -= step;
    }

    /** The mark of a queued wake-up follows the decision: behind the migrate record, or without one at once. */
    private long seenAfter(int wakee, long now) {
        Decision d = decisionOf(wakee);
        return d == null || d.chosen != d.prev ? cost.ns() : Math.min(0, d.decideNs - now);
    }

    private void spun(int wakee, long now) {
        Decision d = decisionOf(wakee);
        if (d == null || d.stage != Decision.SPINNING) return;
        d.stage = Decision.AHEAD;
        d.spun = true;
        d.decideNs = Math.max(d.decideNs, now);
        nextDueNs = Math.min(nextDueNs, d.decideNs);
    }

    private void ended(int wakee, int cpu, boolean queued) {
        Decision d = decisionOf(wakee);
        if (d == null) {
            count(SkipReason.NO_WAKING_EVENT);
            return;
        }
        if (d.chosen < 0) d.chosen = cpu;
        if (d.skip == null) d.skip = lateReason(d, queued);
        if (d.skip != null) {
            close(d);
            return;
        }
        d.ended = true;
        byTask[wakee] = null;
        if (d.stage == Decision.SEEN) answer(d);
    }

    /** Counts why a wake-up was skipped, if it was, and gives its object back. */
    private void close(Decision d) {
        if (d.skip != null && answers.counts(d)) count(d.skip);
        forget(d);
    }

    private void forget(Decision d) {
        if (byTask[d.wakee] == d) byTask[d.wakee] = null;
        open.remove(d);
        free.push(d);
    }

    private @org.jspecify.annotations.Nullable SkipReason lateReason(Decision d, boolean queued) {
        if (d.stage == Decision.SPINNING) return SkipReason.ON_RQ;
        boolean onPrev = d.chosen == d.prev || d.chosen < 0;
        if (d.spun && onPrev && queued) return SkipReason.ON_CPU;
        if (recorded.delaysDequeue() && onPrev && !queued && mayBeDelayed(d)) return SkipReason.MAYBE_DELAYED_DEQUEUE;
        return null;
    }

    /** A task that was never dequeued has no sleep to report when it is woken (placement.md 12.4). */
    private boolean mayBeDelayed(Decision d) {
        if (statisticsSeen && timeline.state(d.wakee) == TaskState.SLEEPING) return !d.enqueueSeen;
        return timeline.nrRunning(d.prev) > 1 || d.nrThis > 1;
    }

    private void count(SkipReason reason) {
        skipped[reason.ordinal()]++;
    }

    private @org.jspecify.annotations.Nullable Decision decisionOf(int task) {
        if (task >= byTask.length) byTask = Arrays.copyOf(byTask, Math.max(task + 1, byTask.length * 2));
        return byTask[task];
    }

    private int weight(int task) {
        return schedIdleTasks.has(task) ? Weights.SCHED_IDLE : Weights.ofPrio(tasks.prio(task));
    }

    /** Follows the timeline: keeps CPU states, loads and hidden state, and moves decisions through their stages. */
    private final class Ears implements TimelineListener {
        @Override
        public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
            if (!state.runnable()) {
                if (tasks.isFair(task)) loads.slept(task, endNs);
                spun(task, endNs);
            }
        }

        @Override
        public void running(int cpu, int task, long timeNs) {
            if (cpu >= machine.cpus()) return;
            loads.running(cpu, task, tasks.isFair(task), timeNs);
            gaps[cpu] = false;
            boolean idle = tasks.isIdle(task);
            refresh(cpu, timeNs, idle ? -cost.ns() / 2 : 0, idle ? Tasks.NONE : task);
            if (idle) answers.wentIdle(cpu, cpus, timeNs);
        }

        @Override
        public void waking(int task, long timeNs) {
            begin(task, timeNs);
        }

        @Override
        public void placed(int task, long timeNs) {
            place(task, timeNs);
            int chosen = timeline.cpu(task);
            if (chosen >= machine.cpus() || timeline.wakerCpu(task) >= machine.cpus()) return;
            cpus.placed(task, chosen, timeline.wakerCpu(task));
            refresh(chosen, timeNs, seenAfter(task, timeNs), task);
        }

        @Override
        public void enqueuing(int task, int cpu, long timeNs) {
            Decision d = decisionOf(task);
            if (d != null) d.enqueueSeen = true;
            if (cpu >= machine.cpus()) return;
            cpus.enqueuing(cpu);
            refresh(cpu, timeNs, -cost.ns(), task);
        }

        @Override
        public void woken(int task, int cpu, boolean queued, long timeNs) {
            ended(task, cpu, queued);
            if (cpu >= machine.cpus()) return;
            cpus.released(task);
            if (tasks.isFair(task)) loads.queued(task, cpu, weight(task), timeNs);
            answers.enqueuedByWakeup(cpu, timeNs);
            refresh(cpu, timeNs, 0, task);
        }

        @Override
        public void wokenNew(int task, int cpu, long timeNs) {
            if (cpu >= machine.cpus()) return;
            if (tasks.isFair(task)) loads.forked(task, cpu, weight(task), timeNs);
            refresh(cpu, timeNs, 0, Tasks.NONE);
        }

        @Override
        public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
            if (to >= machine.cpus()) return;
            if (onRq) loads.moved(task, to, timeNs);
            if (from >= 0 && from < machine.cpus()) refresh(from, timeNs, 0, Tasks.NONE);
            refresh(to, timeNs, 0, Tasks.NONE);
        }

        @Override
        public void forked(int parentTask, int child, long timeNs) {
            answers.forked(parentTask, child, timeNs);
        }

        @Override
        public void named(int task, long timeNs) {
            int cpu = timeline.cpu(task);
            if (cpu >= 0 && timeline.onRq(task)) refresh(cpu, timeNs, 0, Tasks.NONE);
        }

        @Override
        public void gap(int cpu, long timeNs) {
            if (cpu < machine.cpus()) gaps[cpu] = true;
        }
    }
}
