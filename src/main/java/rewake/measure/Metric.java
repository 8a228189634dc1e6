package rewake.measure;

import static rewake.measure.Metric.Better.HIGHER;
import static rewake.measure.Metric.Better.LOWER;
import static rewake.measure.Metric.Better.NEITHER;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.TraceFacts;
import rewake.observe.block.Count;
import rewake.observe.block.Span;

/**
 * What can be measured in a trace without a model: name, unit, which way is better, and what exactly is counted. Counts are
 * rates, since traces differ in length; waits count where they end.
 */
public enum Metric {
    /** Rate of wake-ups. */
    WAKEUPS(
            "1/s",
            NEITHER,
            Where.EVERYWHERE,
            Need.WAKEUPS,
            new Formula.PerSecond(Count.WAKEUPS),
            "wake-ups that put a task on a run queue"),
    /** Rate of moves at wake-up. */
    WAKEUP_MIGRATIONS(
            "1/s",
            NEITHER,
            Where.EVERYWHERE,
            Need.PLACEMENT,
            new Formula.PerSecond(Count.WAKEUP_MOVES),
            "wake-ups onto another CPU than the one the task came from"),
    /** Share of wake-ups that move. */
    WAKEUP_MIGRATION_SHARE(
            "share",
            NEITHER,
            Where.EVERYWHERE,
            Need.PLACEMENT,
            new Formula.Ratio(Count.WAKEUP_MOVES, Count.WAKEUPS_PLACED, true),
            "share of wake-ups onto another CPU than the one the task came from"),
    /** Rate of moves. */
    MIGRATIONS(
            "1/s",
            NEITHER,
            Where.EVERYWHERE,
            Need.MIGRATIONS,
            new Formula.PerSecond(Count.MOVES),
            "moves of tasks to another CPU, of all causes: sched_migrate_task"),
    /** Moves for each wake-up. */
    MIGRATIONS_PER_WAKEUP(
            "1",
            NEITHER,
            Where.EVERYWHERE,
            Need.MIGRATIONS,
            new Formula.Ratio(Count.MOVES, Count.WAKEUPS, false),
            "migrations over wakeups"),
    /** Median latency. */
    WAKEUP_LATENCY_P50(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.WAKEUPS,
            percentile(0.5, wakeups()),
            "from a wake-up (sched_waking, or when the task had left its CPU) to running, median"),
    /** Latency. */
    WAKEUP_LATENCY_P95(
            "ns", LOWER, Where.EVERYWHERE, Need.WAKEUPS, percentile(0.95, wakeups()), "the same, 95th percentile"),
    /** Latency. */
    WAKEUP_LATENCY_P99(
            "ns", LOWER, Where.EVERYWHERE, Need.WAKEUPS, percentile(0.99, wakeups()), "the same, 99th percentile"),
    /** Latency. */
    WAKEUP_LATENCY_P999(
            "ns", LOWER, Where.EVERYWHERE, Need.WAKEUPS, percentile(0.999, wakeups()), "the same, 99.9th percentile"),
    /** Latency. */
    WAKEUP_LATENCY_MAX(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.WAKEUPS,
            new Formula.Longest(wakeups()),
            "the same, the longest, exact; no resampling tells how far off a maximum is, so it has no interval"),
    /** Latency of those that stayed. */
    WAKEUP_LATENCY_PREV_P50(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.PLACEMENT,
            percentile(0.5, List.of(Span.WAKEUP_STAYED)),
            "wake-up latency where the task stayed on the CPU it came from, median"),
    /** Latency of those that stayed. */
    WAKEUP_LATENCY_PREV_P99(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.PLACEMENT,
            percentile(0.99, List.of(Span.WAKEUP_STAYED)),
            "the same, 99th percentile"),
    /** Latency of those that moved. */
    WAKEUP_LATENCY_MOVED_P50(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.PLACEMENT,
            percentile(0.5, List.of(Span.WAKEUP_MOVED)),
            "wake-up latency where the wake-up went to another CPU, median"),
    /** Latency of those that moved. */
    WAKEUP_LATENCY_MOVED_P99(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.PLACEMENT,
            percentile(0.99, List.of(Span.WAKEUP_MOVED)),
            "the same, 99th percentile"),
    /** Latency behind others. */
    QUEUED_LATENCY_P50(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.WAKEUPS,
            percentile(0.5, List.of(Span.QUEUED)),
            "wake-up latency where the chosen CPU already had a task on its queue, median"),
    /** Latency behind others. */
    QUEUED_LATENCY_P99(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.WAKEUPS,
            percentile(0.99, List.of(Span.QUEUED)),
            "the same, 99th percentile"),
    /** Waits after being put off. */
    PREEMPT_WAIT_P50(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.NOTHING,
            percentile(0.5, List.of(Span.PREEMPTED)),
            "from leaving a CPU while runnable (R or R+) to running again, median"),
    /** Waits after being put off. */
    PREEMPT_WAIT_P99(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.NOTHING,
            percentile(0.99, List.of(Span.PREEMPTED)),
            "the same, 99th percentile"),
    /** Waiting in all. */
    RUN_DELAY(
            "ns/s",
            LOWER,
            Where.EVERYWHERE,
            Need.NOTHING,
            new Formula.Mean(Count.WAITED_NS, Count.TIME_NS, 1e9),
            "all waits that ended (wake-up, fork, preemption), summed, per second of the trace"),
    /** Mean wait. */
    WAIT_PER_RUN(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.NOTHING,
            new Formula.Mean(Count.WAITED_NS, Count.WAITS, 1),
            "the same sum over the number of waits: what a run cost in waiting"),
    /** Rate of preemptions. */
    PREEMPTIONS(
            "1/s",
            NEITHER,
            Where.EVERYWHERE,
            Need.NOTHING,
            new Formula.PerSecond(Count.PREEMPTED),
            "times a task left its CPU while runnable and another task ran there next"),
    /** Rate of involuntary switches. */
    INVOLUNTARY_SWITCHES(
            "1/s",
            NEITHER,
            Where.EVERYWHERE,
            Need.NOTHING,
            new Formula.PerSecond(Count.INVOLUNTARY),
            "times a task left its CPU while runnable, whatever came next"),
    /** Rate of voluntary switches. */
    VOLUNTARY_SWITCHES(
            "1/s",
            NEITHER,
            Where.EVERYWHERE,
            Need.NOTHING,
            new Formula.PerSecond(Count.VOLUNTARY),
            "times a task left its CPU to sleep or to end"),
    /** Length of runs. */
    SLICE_MEAN(
            "ns",
            NEITHER,
            Where.EVERYWHERE,
            Need.NOTHING,
            new Formula.Mean(Count.SLICE_NS, Count.SLICES, 1),
            "mean length of a run from switch to switch, both seen"),
    /** Length of runs before preemption. */
    SLICE_BEFORE_PREEMPTION(
            "ns",
            NEITHER,
            Where.EVERYWHERE,
            Need.NOTHING,
            new Formula.Mean(Count.INVOLUNTARY_SLICE_NS, Count.INVOLUNTARY_SLICES, 1),
            "mean length of a run at whose end the task was runnable"),
    /** Length of queues. */
    QUEUE_LENGTH_MEAN(
            "tasks",
            NEITHER,
            Where.MACHINE_AND_CPU,
            Need.ALL_TASKS,
            new Formula.PerCpuTime(Count.QUEUED_NS),
            "tasks on a CPU's queue, the running one included, over time and CPUs"),
    /** Unevenness. */
    IMBALANCE_CV(
            "1",
            LOWER,
            Where.MACHINE,
            Need.ALL_TASKS,
            new Formula.Imbalance(),
            "standard deviation over mean of the times that the CPUs were busy"),
    /** Idle while others wait. */
    CONSERVATION_VIOLATION(
            "share",
            LOWER,
            Where.MACHINE,
            Need.ALL_TASKS,
            new Formula.TimeShare(Count.UNCONSERVED_NS, false),
            "share of the time in which a CPU was idle while a task waited on another: somewhere_share of queues, scope all; which"
                    + " CPUs a task may use is not in a trace, so pinned tasks count too, but no kernel threads bound by name"),
    /** Idle CPU time. */
    IDLE_SHARE(
            "share",
            NEITHER,
            Where.MACHINE_AND_CPU,
            Need.ALL_TASKS,
            new Formula.TimeShare(Count.IDLE_NS, true),
            "share of the CPU time in which nothing ran"),
    /** Coldness of caches. */
    TIME_SINCE_LAST_RUN(
            "ns",
            LOWER,
            Where.EVERYWHERE,
            Need.WAKEUPS,
            percentile(0.5, List.of(Span.SINCE_LAST_RUN)),
            "from when a woken task last left the CPU it now runs on, median over those that ran there before"),
    /** Wake-ups on the waker's CPU. */
    TTWU_LOCAL_SHARE(
            "share",
            NEITHER,
            Where.EVERYWHERE,
            Need.WHERETO,
            new Formula.Ratio(Count.LOCAL_WAKEUPS, Count.WAKEUPS, true),
            "share of wake-ups onto the waker's CPU"),
    /** Distance of moves. */
    NEAR_MIGRATION_SHARE(
            "share",
            NEITHER,
            Where.EVERYWHERE,
            Need.CLUSTERS,
            new Formula.Ratio(Count.NEAR_MOVES, Count.WAKEUP_MOVES, true),
            "share of wakeup_migrations that stay within a core or cluster"),
    /** Distance of wake-ups. */
    CROSS_CLUSTER_SHARE(
            "share",
            LOWER,
            Where.EVERYWHERE,
            Need.CLUSTERS,
            new Formula.Ratio(Count.CLUSTER_MOVES, Count.WAKEUPS_PLACED, true),
            "share of wake-ups into another cluster than the one the task came from"),
    /** Distance of wake-ups. */
    CROSS_LLC_SHARE(
            "share",
            LOWER,
            Where.EVERYWHERE,
            Need.LLCS,
            new Formula.Ratio(Count.LLC_MOVES, Count.WAKEUPS_PLACED, true),
            "share of wake-ups under another last-level cache"),
    /** Distance of wake-ups. */
    CROSS_NODE_SHARE(
            "share",
            LOWER,
            Where.EVERYWHERE,
            Need.NODES,
            new Formula.Ratio(Count.NODE_MOVES, Count.WAKEUPS_PLACED, true),
            "share of wake-ups into another NUMA node"),
    /** Writes of the loads of groups. */
    TG_WRITES_PER_WAKEUP(
            "1",
            LOWER,
            Where.MACHINE_AND_CPU,
            Need.TG_WRITES,
            new Formula.Ratio(Count.TG_WRITES, Count.WAKEUPS, false),
            "writes of tg->load_avg, of all groups, over wakeups; as sched_tg_load_avg_update events tell them"),
    /** Length. */
    MAKESPAN(
            "ns",
            LOWER,
            Where.MACHINE_AND_NAME,
            Need.NOTHING,
            new Formula.OfWhole(Sample::spanNs),
            "first to last event of the trace, recorder and all; of a name: first start to last end of a run; one trace has"
                    + " one, so only repeats give an interval"),
    /** Waits without an end. */
    CENSORED_WAITS(
            "1",
            NEITHER,
            Where.MACHINE_AND_NAME,
            Need.NOTHING,
            new Formula.OfWhole(Sample::censored),
            "waits that did not end in the trace: cut by missing events, or still open at its end");

    /** Which way is better. */
    public enum Better {
        /** Less is better. */
        LOWER,
        /** More is better. */
        HIGHER,
        /** It depends. */
        NEITHER;

        /** The stable lower-case name in machine output. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which scopes have it. */
    enum Where {
        EVERYWHERE,
        MACHINE,
        MACHINE_AND_CPU,
        MACHINE_AND_NAME
    }

    private final String unit;
    private final Better better;
    private final Where where;
    private final Need need;
    private final Formula formula;
    private final String definition;

    Metric(String unit, Better better, Where where, Need need, Formula formula, String definition) {
        this.unit = unit;
        this.better = better;
        this.where = where;
        this.need = need;
        this.formula = formula;
        this.definition = definition;
    }

    /** The stable lower-case name. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Unit of its values. */
    public String unit() {
        return unit;
    }

    /** Which way is better. */
    public Better better() {
        return better;
    }

    /** What exactly is counted. */
    public String definition() {
        return definition;
    }

    /** The metric of this name. */
    public static Optional<Metric> of(String id) {
        return Stream.of(values()).filter(m -> m.id().equals(id)).findFirst();
    }

    /** All names. */
    public static String names() {
        return Stream.of(values()).map(Metric::id).collect(Collectors.joining(", "));
    }

    Formula formula() {
        return formula;
    }

    /** Whether a scope of this name has it. */
    boolean in(String scope) {
        return switch (where) {
            case EVERYWHERE -> true;
            case MACHINE -> scope.equals("all");
            case MACHINE_AND_CPU -> !scope.startsWith("comm:");
            case MACHINE_AND_NAME -> !scope.startsWith("cpu:");
        };
    }

    /** Why a trace does not tell it, or null where it does. */
    @Nullable
    String whyNot(TraceFacts facts) {
        return need.missing(facts);
    }

    private static Formula percentile(double share, List<Span> spans) {
        return new Formula.Percentile(share, spans);
    }

    static List<Span> wakeups() {
        return List.of(Span.WAKEUP_STAYED, Span.WAKEUP_MOVED, Span.WAKEUP_UNPLACED);
    }

    /** What a trace must have been recorded with. */
    enum Need {
        NOTHING,
        WAKEUPS,
        WHERETO,
        PLACEMENT,
        MIGRATIONS,
        ALL_TASKS,
        TG_WRITES,
        CLUSTERS,
        LLCS,
        NODES;

        @Nullable
        String missing(TraceFacts facts) {
            boolean waking = facts.records(EventKind.WAKING);
            boolean wakeup = facts.records(EventKind.WAKEUP);
            boolean moves = facts.records(EventKind.MIGRATE_TASK);
            return switch (this) {
                case NOTHING -> null;
                case WAKEUPS -> waking || wakeup ? null : "neither sched_waking nor sched_wakeup was recorded";
                case WHERETO ->
                    wakeup || (waking && moves)
                            ? null
                            : "sched_wakeup was not recorded, nor sched_waking with sched_migrate_task";
                case PLACEMENT ->
                    !waking
                            ? "sched_waking was not recorded: where a wakee came from is not known"
                            : WHERETO.missing(facts);
                case MIGRATIONS -> moves ? null : "sched_migrate_task was not recorded";
                case ALL_TASKS -> facts.systemWide() ? null : "only some tasks were recorded; record with -a";
                case TG_WRITES ->
                    facts.records(EventKind.TG_LOAD_AVG)
                            ? WAKEUPS.missing(facts)
                            : "no event of each write of tg->load_avg was recorded (sched_tg_load_avg_update)";
                case CLUSTERS -> facts.topology().hasClusters() ? PLACEMENT.missing(facts) : "no clusters are known";
                case LLCS -> several(facts.topology().llc()) ? PLACEMENT.missing(facts) : "one last-level cache";
                case NODES -> several(facts.topology().node()) ? PLACEMENT.missing(facts) : "one node";
            };
        }

        private static boolean several(int[] ids) {
            for (int id : ids) if (id != ids[0]) return true;
            return false;
        }
    }
}
