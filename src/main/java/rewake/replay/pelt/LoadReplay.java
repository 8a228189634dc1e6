package rewake.replay.pelt;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.PeltField;
import rewake.event.TraceFacts;
import rewake.kernel.Weights;
import rewake.kernel.pelt.FairLoads;
import rewake.kernel.pelt.GroupLoads;
import rewake.kernel.pelt.LoadEvents;
import rewake.kernel.pelt.PeltRules;
import rewake.kernel.pelt.TgRules;
import rewake.replay.Cgroups;
import rewake.replay.SchedIdleTasks;
import rewake.replay.TaskGroups;
import rewake.timeline.Tasks;

/**
 * Replays the load tracking of a recorded timeline: the kernel's own arithmetic, driven by the scheduler's events alone, under
 * the recorded kernel's rules and under variants of them. Who runs where and when is the recording's: weights that a variant
 * changes do not change that.
 *
 * <p>A delayed dequeue (6.12) shows where the number of queued tasks is recorded: it does not fall when the task goes to sleep,
 * but when the task would be picked. Elsewhere every sleep is a dequeue, since 6.8 and later record no vruntime that would tell
 * the lag.
 *
 * <p>What no event tells is assumed: all CPUs are equally fast, interrupts steal no time; idle CPUs are updated every
 * {@value #BLOCKED_NS} ns, as the NOHZ balancer does at most, and when they run out of tasks while another CPU has two or
 * more. The output says so. Left out is the periodic balance of a busy CPU, which updates run queues of groups that do not run
 * there: 3 % of the updates that cross a period where two groups share CPUs (bench/TG.md), none to 2 % elsewhere.
 *
 * <p>Source: {@code update_blocked_averages()} and its callers {@code newidle_balance()} and {@code _nohz_idle_balance()},
 * {@code dequeue_entities()} and its call from {@code pick_next_entity()}, kernel/sched/fair.c.
 */
public final class LoadReplay implements EventConsumer, OpQueue.Sink {
    /** A trace in which no CPU does anything for so long has a hole or a damaged time; who ran in it, to be ticked, is not known. */
    private static final long SILENT_NS = 10_000_000_000L;

    /** Where the clocks of the loads begin: far above 0, at the beginning of a period. */
    private static final long ORIGIN_NS = 1L << 50;

    /** Beside the one that follows the trace. */
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors() - 1, 1, 2);

    private static final long BLOCKED_NS = 32_000_000;
    private static final int STAT_RUNTIME = EventKind.STAT_RUNTIME.ordinal();
    private static final int PELT_SE = EventKind.PELT_SE.ordinal();
    private static final int TG_LOAD = EventKind.TG_LOAD_AVG.ordinal();
    private static final int WAKING = EventKind.WAKING.ordinal();
    private static final int MIGRATE = EventKind.MIGRATE_TASK.ordinal();

    private final LoadPlan plan;
    private final Operations operations;
    private final Tasks tasks;
    private final RecordNames names;
    private final SchedIdleTasks schedIdle;
    private final FairLoads counted;
    private final Replayed free;
    private final @Nullable Replayed stepper;
    private final List<Replayed> all;
    private final int[] parents;
    private final SignalScores signals;
    private final RowsByCpu waiting;
    private final RecordedWrites writes;
    private final ActiveMs active;
    private final GroupTime time;
    private final Samples samples;
    private final int cpus;
    private final int groupCount;
    private final BitSet seeded = new BitSet();
    /** CPUs with two fair tasks or more: {@code newidle_balance()} looks around only where there is one. */
    private final BitSet overloaded = new BitSet();

    private long shift;
    private boolean began;
    private long warmNs = Long.MAX_VALUE;
    private boolean skipped;
    private long blockedDue;
    private long tickDue = Long.MAX_VALUE;
    /** When the newest operation began, and the oldest that is counted, ns of the trace clock. */
    private long lastNs;

    private long countedFromNs;

    private long wakeups;
    private long migrations;

    /**
     * A replay of one trace.
     *
     * @param recorded rules of the recorded kernel
     * @param variants what to count: the recorded kernel's own first
     * @param spanNs from the first event to the last, for the curve's resolution
     */
    public LoadReplay(
            TraceFacts facts,
            Comms comms,
            CgroupPaths paths,
            ImportStats stats,
            LoadPlan plan,
            PeltRules recorded,
            List<TgRules> variants,
            long spanNs) {
        this.plan = plan;
        cpus = facts.cpus();
        Cgroups cgroups = plan.cgroups();
        groupCount = cgroups.groups().size() + 1;
        names = new RecordNames(cgroups, paths, cpus);
        boolean records = facts.records(EventKind.PELT_CFS) || facts.records(EventKind.PELT_SE);
        operations = new Operations(facts, stats, this, names, plan.recordsBefore(), recorded.delaysDequeue());
        tasks = operations.tasks();
        schedIdle = new SchedIdleTasks(plan.schedIdle(), comms, tasks);
        int[] nodes = new int[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) nodes[cpu] = facts.topology().node()[cpu];
        // no event tells of a CPU that goes offline, so that what a kernel does then never matters
        List<TgRules> rules =
                variants.stream().map(rule -> rule.withClearsOffline(false)).toList();
        counted = new FairLoads(cpus, recorded, rules, nodes, THREADS);
        // the lead of the variants goes by the base's rules; where averages are recorded, reading them touches the
        // model
        free = !records && recorded.tg().equals(TgRules.BASE)
                ? replayed(counted, null, comms, false, this::isRootTold)
                : replayed(new FairLoads(cpus, recorded), counted, comms, false, this::isRootTold);
        stepper = records ? replayed(new FairLoads(cpus, recorded), null, comms, true, this::isTold) : null;
        signals = new SignalScores(
                operations.records(),
                plan,
                cpus,
                stepper == null ? free.fair : stepper.fair,
                free.fair,
                free::rootTold);
        waiting = new RowsByCpu(cpus);
        writes = new RecordedWrites(groupCount, cpus, plan.writes());
        all = stepper == null ? List.of(free) : List.of(free, stepper);
        parents = parents(cgroups);
        active = new ActiveMs(groupCount, cpus);
        time = new GroupTime(parents, cpus);
        samples = new Samples(spanNs);
        free.tellRegrouped(this::regrouped);
    }

    private static int[] parents(Cgroups cgroups) {
        List<Cgroups.Group> groups = cgroups.groups();
        int[] parents = new int[groups.size() + 1];
        for (int i = 0; i < groups.size(); i++)
            for (int k = 0; k < i; k++)
                if (groups.get(k).path().equals(groups.get(i).parent())) parents[i + 1] = k + 1;
        return parents;
    }

    private boolean isTold(int group, int cpu) {
        return signals.isRecorded(group, cpu);
    }

    private boolean isRootTold(int group, int cpu) {
        return group == 0 && plan.seeds() && signals.isRecorded(0, cpu);
    }

    private Replayed replayed(
            FairLoads loads, @Nullable LoadEvents also, Comms comms, boolean corrected, Replayed.Told told) {
        Cgroups cgroups = plan.cgroups();
        return new Replayed(
                loads,
                also,
                tasks,
                cgroups.isFlat() ? null : new TaskGroups(cgroups, comms, tasks),
                schedIdle,
                corrected,
                told);
    }

    @Override
    public void firstOf(EventBatch lane) {
        operations.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        long time = batch.timeNs(row);
        if (!began && time != 0) begin(time);
        operations.event(batch, row);
        if (kind == STAT_RUNTIME) {
            int task = tasks.of(batch.pid(row), batch.cpu());
            if (schedIdle.ran(task, batch.arg0(row), batch.arg1(row))) weighs(task, Weights.SCHED_IDLE);
        } else if (kind == PELT_SE && RecordNames.isTask(batch, row)) recorded(batch, row, time);
        else if (kind == PELT_SE) weighed(batch, row);
        else if (kind == TG_LOAD) written(batch, row);
        else if (kind == WAKING) waking(batch, row);
        else if (kind == MIGRATE) migrations++;
    }

    private void waking(EventBatch batch, int row) {
        wakeups++;
        int cpu = (int) batch.arg0(row);
        if (cpu >= cpus) return;
        int task = tasks.of(batch.pid(row), batch.cpu());
        for (Replayed one : all) one.sleptOn(task, cpu);
    }

    private void begin(long time) {
        began = true;
        countedFromNs = time;
        shift = plan.clockDistanceNs() == PeltSurvey.UNKNOWN ? ORIGIN_NS - time : ORIGIN_NS - plan.clockDistanceNs();
        for (Replayed one : all) one.begin(time + shift);
        counted.countFromHere(); // groups are older than the trace
        if (plan.skipNs() > 0) warmNs = time + plan.skipNs();
        if (plan.tickNs() > 0) tickDue = time + plan.tickNs();
        samples.begin(time);
    }

    private void written(EventBatch batch, int row) {
        int group = names.group(batch, row, batch.cpu());
        int cpu = (int) batch.pelt(row, PeltField.CPU);
        if (group > 0 && cpu >= 0 && cpu < cpus) writes.event(group, cpu, batch.timeNs(row));
    }

    /** A task's average was recorded: it tells its group and weight, and if it is the first what the task had before. */
    private void recorded(EventBatch batch, int row, long time) {
        int task = tasks.of(batch.pid(row), batch.cpu());
        long now = time + shift;
        if (plan.seeds() && !seeded.get(task) && tasks.isFair(task)) seed(batch, row, task, now);
        seeded.set(task);
        int group = names.group(batch, row, batch.cpu());
        if (group >= 0) {
            for (Replayed one : all) one.recordedIn(task, group, now);
        }
        if (batch.hasPelt(row, PeltField.WEIGHT) && schedIdle.weighs(task, batch.pelt(row, PeltField.WEIGHT)))
            weighs(task, Weights.SCHED_IDLE);
    }

    /** A group's entity had this weight before what goes on, which may be that a task joins the group. */
    private void weighed(EventBatch batch, int row) {
        int group = names.entity(batch, row);
        int cpu = (int) batch.pelt(row, PeltField.CPU);
        if (group > 0 && cpu >= 0 && cpu < cpus && batch.hasPelt(row, PeltField.WEIGHT))
            signals.begins(group, cpu, batch.pelt(row, PeltField.WEIGHT));
    }

    private void seed(EventBatch batch, int row, int task, long now) {
        if (!batch.hasPelt(row, PeltField.LOAD) || !batch.hasPelt(row, PeltField.UTIL)) return;
        long util = batch.pelt(row, PeltField.UTIL);
        long runnable = batch.hasPelt(row, PeltField.RUNNABLE) ? batch.pelt(row, PeltField.RUNNABLE) : util;
        free.seed(task, (int) batch.pelt(row, PeltField.LOAD), (int) runnable, (int) util, now);
    }

    private void weighs(int task, int weight) {
        for (Replayed one : all) one.weighs(task, weight);
    }

    /** Ends the trace. */
    public void finish() {
        operations.finish();
        active.finish(lastNs);
        counted.finish();
    }

    @Override
    public void operation(Op op, int cpu, int task, int arg, int by, long startNs, long clockNs) {
        if (op == Op.RECORDED || op == Op.RECORD) {
            waiting.add(cpu, task);
            if (op == Op.RECORD) {
                sample(cpu);
                expect(cpu);
                compare(cpu);
            }
            return;
        }
        lastNs = startNs;
        if (startNs >= warmNs) warm();
        untold(startNs);
        if (op == Op.FORK) seeded.set(task);
        long now = clockNs + shift;
        boolean looks = op == Op.PICK_IDLE && overloaded.cardinality() > (overloaded.get(cpu) ? 1 : 0);
        sample(cpu);
        expect(cpu);
        if (plan.recordsBefore()) compare(cpu);
        for (Replayed one : all) {
            if (looks && one != stepper) one.blocked(cpu, now);
            one.operation(op, cpu, task, arg, by, now);
        }
        if (!plan.recordsBefore()) compare(cpu);
        switch (op) {
            case ENQUEUE, FORK, ATTACH, SLEEP, DELAY, DETACH -> watch(cpu, task, startNs);
            case PICK -> {
                watch(cpu, task, startNs);
                time.runs(cpu, free.fair.group(task), clockNs);
            }
            case PICK_IDLE, PICK_OTHER -> time.runs(cpu, -1, clockNs);
            default -> {} // who runs does not change
        }
        if (samples.isDue(startNs)) {
            samples.at(startNs);
            free.sample();
        }
    }

    /** Where groups had load from before the first event, what was counted so far is of another state. */
    private void warm() {
        warmNs = Long.MAX_VALUE;
        if (!free.foundInGroup()) return;
        skipped = true;
        countedFromNs = lastNs;
        counted.countFromHere();
        writes.clear();
        active.clear();
        time.clear();
        wakeups = 0;
        migrations = 0;
    }

    /** Ticks and updates of idle CPUs that are due and that no event tells. */
    private void untold(long startNs) {
        if (startNs - tickDue > SILENT_NS) tickDue = startNs;
        for (; startNs >= tickDue; tickDue += plan.tickNs())
            for (Replayed one : all) for (int cpu = 0; cpu < cpus; cpu++) one.tick(cpu, tickDue + shift);
        if (startNs < blockedDue) return;
        blockedDue = startNs + BLOCKED_NS;
        for (Replayed one : all)
            for (int cpu = 0; cpu < cpus; cpu++)
                if (one != stepper && one.fair.isIdle(cpu)) one.blocked(cpu, startNs + shift);
    }

    /** A queued task is in another group: the queues of both have another number of tasks. */
    private void regrouped(int task) {
        int cpu = free.fair.cpu(task);
        for (int group = 1; group < groupCount; group++)
            active.queued(group, cpu, free.fair.queued(group, cpu) > 0, lastNs);
        if (free.fair.running(cpu) == task) time.runs(cpu, free.fair.group(task), lastNs);
    }

    /** Something may have joined or left the queues of {@code task} on {@code cpu}. */
    private void watch(int cpu, int task, long timeNs) {
        overloaded.set(cpu, free.fair.queued(0, cpu) > 1);
        for (int group = free.fair.group(task); group != 0; group = parents[group])
            active.queued(group, cpu, free.fair.queued(group, cpu) > 0, timeNs);
    }

    /** What the model has before something happens on {@code cpu}. */
    private void sample(int cpu) {
        if (!writes.samples() || plan.recordsBefore()) return;
        for (int group = 1; group < groupCount; group++) model(group, cpu);
    }

    /** Averages are recorded by what happens next on {@code cpu}. */
    private void expect(int cpu) {
        PeltRecords records = operations.records();
        for (int i = 0; i < waiting.size(cpu); i++) {
            int at = waiting.at(cpu, i);
            signals.expect(at, records.updatedNs(at) + ORIGIN_NS);
        }
        signals.begin();
    }

    private void compare(int cpu) {
        signals.end();
        PeltRecords records = operations.records();
        for (int i = 0; i < waiting.size(cpu); i++) {
            int at = waiting.at(cpu, i);
            int group = records.who(at);
            if (records.of(at) == PeltRecords.Of.QUEUE && group > 0) {
                if (plan.recordsBefore()) model(group, records.cpu(at));
                writes.record(records, at);
            }
            records.free(at);
        }
        waiting.clear(cpu);
    }

    private void model(int group, int cpu) {
        GroupLoads model = free.fair.first();
        writes.model(group, cpu, model.contrib(group, cpu), model.writtenNs(group, cpu));
    }

    /** Groups and ledgers of the variants. */
    public FairLoads loads() {
        return counted;
    }

    /** Whether groups had load from before the first event that is not known: tasks of theirs that were not forked since. */
    public boolean startsLoaded() {
        return free.foundInGroup();
    }

    /** Whether the first {@link LoadPlan#skipNs} were not counted. */
    public boolean skipped() {
        return skipped;
    }

    /** Recorded averages against the recorded kernel's model. */
    public SignalScores signals() {
        return signals;
    }

    /** Recorded writes. */
    public RecordedWrites writes() {
        return writes;
    }

    /** When groups had anything queued. */
    public ActiveMs active() {
        return active;
    }

    /** CPU time of groups. */
    public GroupTime time() {
        return time;
    }

    /** When {@link FairLoads#sampled} was noted. */
    public Samples samples() {
        return samples;
    }

    /** Time that is counted, ns. */
    public long countedNs() {
        return Math.max(0, lastNs - countedFromNs);
    }

    /** Recorded wake-ups among what is counted. */
    public long wakeups() {
        return wakeups;
    }

    /** Recorded moves among what is counted. */
    public long migrations() {
        return migrations;
    }
}
