package rewake.replay.pelt;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import rewake.kernel.Weights;
import rewake.kernel.pelt.FairLoads;
import rewake.kernel.pelt.Signals;
import rewake.replay.Cgroups;

/**
 * Recorded averages against two models of the recorded kernel: one takes each recorded value over, so that it predicts one
 * step; the other takes the first of tasks, of weights of groups' entities and of the root's run queues at most, and runs free.
 */
public final class SignalScores {
    /** Whose averages. */
    public enum Kind {
        /** Entities of tasks. */
        TASK,
        /** Run queues of groups without groups below. */
        CFS_RQ,
        /** Entities of groups; steps are taken with the recorded weight. */
        GROUP_ENTITY,
        /** Run queues of groups that have groups below. */
        PARENT_CFS_RQ,
        /** Run queues of the root group. */
        ROOT_CFS_RQ;

        /** As printed. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** The signals of an average. */
    public enum Signal {
        /** {@code load_avg}. */
        LOAD,
        /** {@code runnable_avg}. */
        RUNNABLE,
        /** {@code util_avg}. */
        UTIL;

        /** As printed. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    static final int SIGNALS = Signal.values().length;

    private final PeltRecords records;
    private final boolean rawWeights;
    private final FairLoads stepper;
    private final Signals steps;
    private final Signals freely;
    private final boolean seeds;
    /** Hears of each CPU whose root run queue was taken over by the model that runs free. */
    private final IntConsumer rootTold;

    private final int cpus;
    /** Run queues that were recorded, by group and CPU. */
    private final BitSet told = new BitSet();

    private final Expected expected = new Expected();
    private final Forecast step;
    private final Forecast free;
    private final boolean[] isParent;
    private final SignalScore[][] scores = new SignalScore[Kind.values().length][SIGNALS];
    private final long[] steppedAll = new long[Kind.values().length];
    private final long[] nearAll = new long[Kind.values().length];
    private final long[] closeAll = new long[Kind.values().length];
    private final Map<Long, RecordedSignals> recorded = new HashMap<>();
    private final long[] value = new long[SIGNALS];

    SignalScores(
            PeltRecords records, LoadPlan plan, int cpus, FairLoads stepper, FairLoads free, IntConsumer rootTold) {
        this.cpus = cpus;
        this.records = records;
        this.rootTold = rootTold;
        this.stepper = stepper;
        rawWeights = plan.rawWeights();
        steps = new Signals(stepper);
        step = new Forecast(records, expected, steps);
        freely = new Signals(free);
        this.free = new Forecast(records, expected, freely);
        seeds = plan.seeds();
        isParent = new boolean[plan.cgroups().groups().size() + 1];
        for (int i = 1; i < isParent.length; i++) {
            String path = plan.cgroups().groups().get(i - 1).path();
            for (Cgroups.Group other : plan.cgroups().groups())
                isParent[i] |= other.parent().equals(path);
        }
        for (SignalScore[] of : scores) for (int i = 0; i < SIGNALS; i++) of[i] = new SignalScore();
    }

    /** Row {@code at}, whose averages are of {@code now} by the model's PELT clock, is recorded by what happens next. */
    void expect(int at, long now) {
        expected.add(at, now, weight(at));
    }

    /** It happens. Entities have since their last update had the weight that is recorded of them now. */
    void begin() {
        for (int i = 0; i < expected.size(); i++) {
            int at = expected.at(i);
            int who = records.who(at);
            long weight = expected.weight(i);
            if (records.of(at) == PeltRecords.Of.TASK) weighTask(who, weight);
            else if (records.of(at) == PeltRecords.Of.GROUP && weight > 0) weighEntity(at, weight);
        }
        step.begin();
        free.begin();
    }

    private void weighEntity(int at, long weight) {
        int group = records.who(at);
        int cpu = records.cpu(at);
        steps.weighEntity(group, cpu, weight);
        if (seeds && !recorded.containsKey(key(at, Kind.GROUP_ENTITY)) && !freely.hasShares(group, cpu))
            freely.weighEntity(group, cpu, weight);
    }

    /** The entity of {@code group} on {@code cpu} has a weight from before the trace, as it is recorded. */
    void begins(int group, int cpu, long weight) {
        long scaled = scaled(weight);
        if (seeds && scaled > 0 && !freely.hasShares(group, cpu)) freely.weighEntity(group, cpu, scaled);
    }

    private void weighTask(int task, long weight) {
        if (stepper.cpu(task) >= 0 && stepper.weight(task) != weight) stepper.reweight(task, (int) weight);
    }

    /** It has happened. */
    void end() {
        step.end();
        free.end();
        for (int i = 0; i < expected.size(); i++) score(i);
        for (int i = 0; i < expected.size(); i++) take(i);
        expected.clear();
    }

    /** Whether the run queue of {@code group} on {@code cpu} was recorded, with all averages. */
    boolean isRecorded(int group, int cpu) {
        return told.get(group * cpus + cpu);
    }

    private void score(int i) {
        int at = expected.at(i);
        if (!step.isKnown(i) && records.of(at) == PeltRecords.Of.TASK) return;
        set(at);
        Kind kind = kind(at);
        RecordedSignals last = recorded.get(key(at, kind));
        if (last == null) {
            recorded.put(key(at, kind), new RecordedSignals(kind, value));
            if (seeds && kind == Kind.ROOT_CFS_RQ && has(value)) seed(i);
        } else if (step.isKnown(i)) {
            step(kind, i);
            if (free.isKnown(i)) last.free(scores[kind.ordinal()], free, i, value);
            last.set(value);
        }
    }

    /** What slept on the CPU when the trace began is in no other average. */
    private void seed(int i) {
        int cpu = records.cpu(expected.at(i));
        freely.readQueue(0, cpu, expected.nowNs(i));
        freely.takeQueue(0, cpu, expected.nowNs(i), value[0] - free.value(i, 0), value[1], value[2]);
        rootTold.accept(cpu);
    }

    private static boolean has(long[] values) {
        for (long value : values) if (value == PeltRecords.ABSENT) return false;
        return true;
    }

    private void set(int at) {
        value[0] = records.load(at);
        value[1] = records.runnable(at);
        value[2] = records.util(at);
    }

    private Kind kind(int at) {
        return switch (records.of(at)) {
            case TASK -> Kind.TASK;
            case GROUP -> Kind.GROUP_ENTITY;
            case QUEUE -> {
                int group = records.who(at);
                yield group == 0 ? Kind.ROOT_CFS_RQ : isParent[group] ? Kind.PARENT_CFS_RQ : Kind.CFS_RQ;
            }
        };
    }

    private long key(int at, Kind kind) {
        int cpu = kind == Kind.TASK ? 0 : records.cpu(at);
        return ((long) kind.ordinal() << 56) | ((long) records.who(at) << 16) | cpu;
    }

    private void step(Kind kind, int at) {
        boolean isNear = true;
        boolean isClose = true;
        for (int i = 0; i < SIGNALS; i++) {
            if (value[i] == PeltRecords.ABSENT) continue;
            long model = step.value(at, i);
            scores[kind.ordinal()][i].step(model, value[i]);
            long off = Math.abs(model - value[i]);
            isNear &= off <= 1;
            isClose &= off <= Math.max(1, value[i] / 100);
        }
        steppedAll[kind.ordinal()]++;
        if (isNear) nearAll[kind.ordinal()]++;
        if (isClose) closeAll[kind.ordinal()]++;
    }

    private void take(int i) {
        int at = expected.at(i);
        int who = records.who(at);
        int cpu = records.cpu(at);
        long now = expected.nowNs(i);
        long weight = expected.weight(i);
        set(at);
        if (!has(value)) return;
        if (!step.read(i) && records.of(at) == PeltRecords.Of.TASK) return;
        switch (records.of(at)) {
            case TASK -> {
                weighTask(who, weight);
                steps.takeTask(who, now, weight, value[0], value[1], value[2]);
            }
            case GROUP -> steps.takeEntity(who, cpu, now, weight, value[0], value[1], value[2]);
            case QUEUE -> {
                steps.takeQueue(who, cpu, now, value[0] - step.value(i, 0), value[1], value[2]);
                told.set(who * cpus + cpu);
            }
        }
    }

    /** As {@code scale_load_down()} makes it; of a task whose weight was not recorded, or is none, what is known of it. */
    private long weight(int at) {
        long weight = records.weight(at);
        long scaled = scaled(weight);
        if (records.of(at) == PeltRecords.Of.TASK)
            return scaled > 0 && scaled <= Weights.ofPrio(100) ? scaled : Math.max(1, stepper.weight(records.who(at)));
        return weight == PeltRecords.ABSENT ? 0 : scaled;
    }

    private long scaled(long weight) {
        return rawWeights && weight != 0 ? Math.max(2, weight >> 10) : weight;
    }

    /** One signal of one kind of entity. */
    public SignalScore of(Kind kind, Signal signal) {
        return scores[kind.ordinal()][signal.ordinal()];
    }

    /** Steps of a kind of entity, each of all its signals. */
    public long steps(Kind kind) {
        return steppedAll[kind.ordinal()];
    }

    /** Of them, with every signal within 1 unit. */
    public long near(Kind kind) {
        return nearAll[kind.ordinal()];
    }

    /** Of them, with every signal within the larger of 1 unit and 1 %. */
    public long close(Kind kind) {
        return closeAll[kind.ordinal()];
    }

    /** Mean free-running error where the signal moves by {@code range} or more over the trace; NaN without any. */
    public double movingError(Kind kind, Signal signal, long range) {
        return mean(kind, signal.ordinal(), range, false);
    }

    /** The same of whoever says that each value stays what it was when last recorded. */
    public double movingHoldError(Kind kind, Signal signal, long range) {
        return mean(kind, signal.ordinal(), range, true);
    }

    private double mean(Kind kind, int i, long range, boolean held) {
        double sum = 0;
        long n = 0;
        for (RecordedSignals one : recorded.values()) {
            if (one.kind != kind || one.max[i] - one.min[i] < range) continue;
            sum += held ? one.held[i] : one.error[i];
            n += one.n;
        }
        return sum / n;
    }
}
