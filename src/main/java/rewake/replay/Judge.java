package rewake.replay;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.PeltField;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Weights;
import rewake.kernel.pelt.PeltRules;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineTracker;

/**
 * Decides every recorded wake-up again, in the recorded state, with each model; then follows the recording. No drift: it
 * says which decisions change given the state, not what follows from them.
 *
 * <p>Keeps the recorded state: what other CPUs see of each CPU ({@link CpuStates}), loads ({@link InferredLoads}), and
 * which wake-ups are on their way ({@link OpenDecisions}); the models answer in {@link Answers}.
 *
 * <p>Source: {@code try_to_wake_up()} and where its trace events stand in it, kernel/sched/core.c.
 */
public final class Judge implements EventConsumer {
    private static final int STAT_RUNTIME = EventKind.STAT_RUNTIME.ordinal();
    private static final int EXEC = EventKind.PROCESS_EXEC.ordinal();
    private static final int COMM = EventKind.COMM.ordinal();
    private static final int PELT_SE = EventKind.PELT_SE.ordinal();
    private static final int STAT_WAIT = EventKind.STAT_WAIT.ordinal();
    private static final int PROCESS_EXIT = EventKind.PROCESS_EXIT.ordinal();
    private static final int STAT_SLEEP = EventKind.STAT_SLEEP.ordinal();

    private final TimelineTracker tracker;
    private final Timeline timeline;
    private final Tasks tasks;
    private final Machine machine;
    private final CpuLooks looks;
    private final CpuStates cpus;
    private final @Nullable TaskGroups groups;
    final InferredLoads loads;
    private final SchedIdleTasks schedIdleTasks;
    private final Answers answers;
    private final Deciding deciding;
    private final OpenDecisions decisions;
    private final EventCost cost;
    private final SeenGuess seen = new SeenGuess();
    private final ForkDecisions forks;
    private final Ticks ticks;
    private final LlcBalance balance;
    private int eventCpu;

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
        this(facts, comms, stats, options, recorded, models, false);
    }

    private Judge(
            TraceFacts facts,
            Comms comms,
            ImportStats stats,
            JudgeOptions options,
            KernelModel recorded,
            List<KernelModel> models,
            boolean apart) {
        tracker = new TimelineTracker(facts, stats, new Ears());
        timeline = tracker.timeline();
        tasks = timeline.tasks();
        machine = new Machine(facts.topology());
        schedIdleTasks = new SchedIdleTasks(options.schedIdle(), comms, tasks);
        groups = options.cgroups().isFlat() ? null : new TaskGroups(options.cgroups(), comms, tasks);
        loads = new InferredLoads(
                machine.cpus(), PeltRules.of(facts.kernelRelease()), groups, readsRunnable(recorded, models));
        cost = new EventCost(machine.cpus());
        ticks = new Ticks(machine.cpus());
        answers = new Answers(machine, tasks, comms, options, recorded, models, seen);
        looks = new CpuLooks(machine.cpus(), recorded.wakelist());
        var decider = new Decider(looks, seen, answers, machine.cpus(), options.raceWindowNs());
        deciding = apart
                ? new DecidingApart(decider, machine.cpus(), answers.kernels().size())
                : decider;
        cpus = new CpuStates(timeline, machine, recorded.wakelist(), schedIdleTasks, cost, deciding, looks);
        var selected = new Selected(options, tasks, comms);
        var kernelThreads = new KernelThreads(comms, tasks);
        decisions = new OpenDecisions(
                timeline, machine, options, recorded, cpus, loads, deciding, selected, kernelThreads, cost);
        var offsets = new ForkOffsets(machine, recorded.slowPath().clusterLevel());
        balance = new LlcBalance(machine, loads, offsets);
        forks = new ForkDecisions(
                machine,
                tasks,
                comms,
                loads,
                cpus,
                selected,
                offsets,
                answers.kernels(),
                answers.judged(),
                options.lessons());
    }

    /**
     * The same on two threads: one follows the recording, the other decides. Says the same; cannot explain. To be ended by
     * {@link #finish}.
     */
    public static Judge onTwoThreads(
            TraceFacts facts,
            Comms comms,
            ImportStats stats,
            JudgeOptions options,
            KernelModel recorded,
            List<KernelModel> models) {
        return new Judge(facts, comms, stats, options, recorded, models, true);
    }

    private static boolean readsRunnable(KernelModel recorded, List<KernelModel> models) {
        return !recorded.wakeAffine().blockedLoad()
                || models.stream().anyMatch(model -> !model.wakeAffine().blockedLoad());
    }

    /** The timeline it follows. */
    public TimelineTracker tracker() {
        return tracker;
    }

    /** Explains what {@code witness} wants explained; to be called before the first event. */
    public void explainTo(Witness witness) {
        if (deciding instanceof DecidingApart) throw new IllegalStateException("on two threads nothing is explained");
        answers.explainTo(witness, looks);
    }

    /** One score a model, in the order given; the recorded kernel's own is appended where it was not among them. */
    public List<Scores> scores() {
        return answers.scores();
    }

    /** The score of the recorded kernel's own model. */
    public Scores judged() {
        return answers.judgedScores();
    }

    /** How forks and execs were placed, by each model of {@link #scores} in its order. */
    public List<ForkScores> forkScores() {
        return forks.scores();
    }

    /** Recorded decisions by distance from prev, indexed by {@link rewake.event.Distance}. */
    public long[] recordedMoves() {
        return answers.recordedMoves();
    }

    /** What {@link JudgeOptions#schedIdle} names and no task of the trace is called. */
    public Set<String> unmatchedSchedIdle() {
        return schedIdleTasks.unmatched();
    }

    /** What {@link JudgeOptions#cgroups} names and no task of the trace is called. */
    public Set<String> unmatchedCgroups() {
        return groups == null ? Set.of() : groups.unmatched();
    }

    /** Whether any task is known to run under SCHED_IDLE. */
    public boolean sawSchedIdle() {
        return schedIdleTasks.any();
    }

    /** Wake-ups that were not judged, by reason. */
    public Map<SkipReason, Long> skipped() {
        return decisions.skipped();
    }

    /** Skipped ones that may have been decisions after all. */
    public long maybeNoDecision() {
        return decisions.maybeNoDecision();
    }

    /** Wake-ups still open when the trace ended. */
    public long unfinished() {
        return decisions.unfinished();
    }

    /** What was inferred, and for which share of the decisions it matters. */
    public List<Inferred> inferred() {
        return answers.inferred(schedIdleTasks, decisions.delayNs(), seen.text(cost.ns()));
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
        decisions.advance(time);
        loads.advance(time);
        if (eventCpu < machine.cpus() && ticks.tellsOf(eventCpu, batch.flags(row), time))
            balance.tick(ticks.tickNs(), deciding::computed);
        int kind = batch.kind(row);
        if (kind == STAT_RUNTIME) ran(batch, row, time);
        else if (kind == STAT_SLEEP) decisions.statisticsAreOn();
        else if (kind == STAT_WAIT) waited(batch, row, time);
        else if (kind == PROCESS_EXIT) loads.exits(tasks.of(batch.pid(row), eventCpu));
        else if (kind == PELT_SE && isTask(batch, row)) {
            weighed(batch, row, time);
            recordedIn(batch, row, time);
        }
        tracker.event(batch, row);
        if (kind == EXEC || (kind == COMM && batch.arg0(row) == 1 && batch.timeNs(row) != 0))
            forks.execed(tasks.of(batch.pid(row), eventCpu), time);
    }

    /** Ends the trace: decides what is still open. */
    public void finish() {
        decisions.advance(Long.MAX_VALUE);
        tracker.finish();
        deciding.finish();
    }

    private void ran(EventBatch batch, int row, long time) {
        int task = tasks.of(batch.pid(row), batch.cpu());
        loads.ran(task, time);
        if (eventCpu < machine.cpus()) ticks.ran(eventCpu, timeline.current(eventCpu) == task, batch.flags(row), time);
        if (schedIdleTasks.ran(task, batch.arg0(row), batch.arg1(row))) recognised(task, time);
    }

    /** A wait that ends while its task runs is none: it was taken off its queue and put back. */
    private void waited(EventBatch batch, int row, long time) {
        if (eventCpu >= machine.cpus() || batch.arg0(row) != 0) return;
        int task = tasks.of(batch.pid(row), eventCpu);
        if (timeline.current(eventCpu) == task) loads.requeued(task, eventCpu, time);
    }

    /** The entity of a task, not of a group (which has no pid), tells its weight. */
    private void weighed(EventBatch batch, int row, long time) {
        if (!batch.hasPelt(row, PeltField.WEIGHT)) return;
        int task = tasks.of(batch.pid(row), batch.cpu());
        if (schedIdleTasks.weighs(task, batch.pelt(row, PeltField.WEIGHT))) recognised(task, time);
    }

    /** {@code task} turns out to run under SCHED_IDLE. */
    private void recognised(int task, long time) {
        loads.weighs(task, weight(task));
        for (int cpu = 0; cpu < machine.cpus(); cpu++)
            cpus.refresh(cpu, SeenGuess.Change.MOVED, eventCpu, Tasks.NONE, time);
    }

    /** Whether the row is of a task's average: that of a group's own names a task by mistake, or none. */
    static boolean isTask(EventBatch batch, int row) {
        if (batch.hasPelt(row, PeltField.MY_Q) && batch.pelt(row, PeltField.MY_Q) != 0) return false;
        return batch.pid(row) > 0;
    }

    /** The run queue of a task's average tells its group. */
    private void recordedIn(EventBatch batch, int row, long time) {
        if (!batch.hasPelt(row, PeltField.CSS)) return;
        loads.recordedIn(tasks.of(batch.pid(row), batch.cpu()), batch.pelt(row, PeltField.CSS), time);
    }

    /** Reads {@code cpu} again after an event. */
    private void refresh(int cpu, SeenGuess.Change how, long now, int cause) {
        cpus.refresh(cpu, how, eventCpu, cause, now);
    }

    private int weight(int task) {
        return schedIdleTasks.has(task) ? Weights.SCHED_IDLE : Weights.ofPrio(tasks.prio(task));
    }

    /** Follows the timeline: keeps CPU states, loads and hidden state, and moves decisions through their stages. */
    private final class Ears implements TimelineListener {
        @Override
        public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
            if (!state.runnable()) {
                if (tasks.isFair(task)) loads.slept(task, state.dead(), endNs);
                decisions.leftCpu(task, endNs);
            }
        }

        @Override
        public void running(int cpu, int task, long timeNs) {
            if (cpu >= machine.cpus()) return;
            boolean idle = tasks.isIdle(task);
            if (idle) loads.idle(cpu, timeNs);
            else loads.running(cpu, task, tasks.isFair(task), weight(task), timeNs);
            decisions.speaks(cpu);
            refresh(cpu, idle ? SeenGuess.Change.WENT_IDLE : SeenGuess.Change.RUNS, timeNs, idle ? Tasks.NONE : task);
            if (idle) forks.wentIdle(cpu, timeNs);
        }

        @Override
        public void waking(int task, long timeNs) {
            decisions.begin(task, timeNs);
            if (!tasks.isFair(task))
                forks.waking(timeline.waker(task), task, timeline.wakerCpu(task), decisions.knowsAll(), timeNs);
        }

        @Override
        public void placed(int task, long timeNs) {
            decisions.place(task, timeNs);
            int chosen = timeline.cpu(task);
            if (chosen >= machine.cpus() || timeline.wakerCpu(task) >= machine.cpus()) return;
            boolean moves = decisions.moves(task);
            SeenGuess.Change how = moves ? SeenGuess.Change.SENT : SeenGuess.Change.SENT_BACK;
            long sent = moves ? timeNs : decisions.instant(task, timeNs);
            cpus.sent(task, chosen, timeline.wakerCpu(task), how, eventCpu, timeNs, sent);
        }

        @Override
        public void enqueuing(int task, int cpu, long timeNs) {
            decisions.enqueuing(task);
            if (cpu >= machine.cpus()) return;
            refresh(cpu, SeenGuess.Change.RECEIVES, timeNs, task);
            int on = timeline.cpu(task);
            if (tasks.isFair(task) && on >= 0 && on < machine.cpus()) loads.queued(task, on, weight(task), timeNs);
        }

        @Override
        public void woken(int task, int cpu, boolean queued, long timeNs) {
            decisions.end(task, cpu, queued);
            if (cpu >= machine.cpus()) return;
            if (tasks.isFair(task)) loads.queued(task, cpu, weight(task), timeNs);
            refresh(cpu, SeenGuess.Change.QUEUED, timeNs, task);
        }

        @Override
        public void wokenNew(int task, int cpu, long timeNs) {
            if (cpu >= machine.cpus()) return;
            forks.wokenNew(task, eventCpu, cpu, decisions.knowsAll(), timeNs);
            if (tasks.isFair(task)) loads.forked(task, cpu, weight(task), timeNs);
            refresh(cpu, SeenGuess.Change.MOVED, timeNs, Tasks.NONE);
        }

        @Override
        public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
            if (to >= machine.cpus()) return;
            forks.migrated(task, from, to);
            if (onRq) loads.moved(task, to, timeNs);
            if (from >= 0 && from < machine.cpus()) refresh(from, SeenGuess.Change.MOVED, timeNs, Tasks.NONE);
            refresh(to, SeenGuess.Change.MOVED, timeNs, Tasks.NONE);
        }

        @Override
        public void forked(int parentTask, int child, long timeNs) {
            deciding.forked(parentTask, child, eventCpu, timeNs);
            forks.forked(parentTask, child, eventCpu, timeNs);
        }

        @Override
        public void named(int task, long timeNs) {
            loads.named(task, timeNs);
            int cpu = timeline.cpu(task);
            if (cpu >= 0 && timeline.onRq(task)) refresh(cpu, SeenGuess.Change.MOVED, timeNs, Tasks.NONE);
        }

        @Override
        public void gap(int cpu, long timeNs) {
            decisions.misses(cpu);
        }
    }
}
