package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgCount;
import rewake.kernel.pelt.PeltRules;
import rewake.measure.Evidence;
import rewake.measure.TgTables;
import rewake.replay.Cgroups;
import rewake.replay.pelt.LoadPlan;
import rewake.replay.pelt.LoadReplay;
import rewake.replay.pelt.PeltSurvey;
import rewake.replay.pelt.RecordedWrites;
import rewake.report.Chart;
import rewake.report.Table;

/** A replay of load tracking within one pass over a trace, what it was told beforehand, and what comes out. */
final class LoadRun {
    private static final long SKIP_NS = 100_000_000;
    private static final long NS = 1_000_000_000;
    private static final int HZ = 250;

    /** Tables of {@link #tables} that are points of a picture. */
    static final Set<String> PICTURED = Set.of("tg_curve");

    final LoadReplay replay;

    private final TraceRun run;
    private final LoadOptions options;
    private final PeltSurvey survey;
    private final LoadPlan plan;
    private final TgTables tables;

    /**
     * A replay that is to get the events of {@code run}.
     *
     * @param told groups that the user told, or null
     * @param models the base first
     * @param stats where oddities of the timeline are counted: that of the run, unless another counts them already
     */
    LoadRun(
            TraceRun run,
            LoadOptions options,
            @Nullable Cgroups told,
            Set<String> schedIdle,
            List<KernelModel> models,
            ImportStats stats)
            throws IOException {
        this.run = run;
        this.options = options;
        survey = run.survey();
        plan = plan(told, schedIdle);
        replay = new LoadReplay(
                run.facts(),
                run.comms(),
                run.paths(),
                stats,
                plan,
                PeltRules.of(release(run, models.getFirst()))
                        .withTg(models.getFirst().tg()),
                models.stream().map(KernelModel::tg).toList(),
                survey.spanNs());
        tables = new TgTables(
                replay,
                plan.cgroups(),
                models.stream().map(KernelModel::name).toList(),
                run.facts().cpus());
    }

    /** Of a trace that does not tell its own, that of the model that stands in for it: {@code v6.1.y} is 6.1.y. */
    private static String release(TraceRun run, KernelModel base) {
        String release = run.facts().kernelRelease();
        return release != null ? release : base.name().substring(1);
    }

    private LoadPlan plan(@Nullable Cgroups told, Set<String> schedIdle) {
        boolean seeds = run.facts().records(EventKind.PELT_SE);
        Integer hz = options.hz();
        return new LoadPlan(
                told == null ? survey.cgroups() : told,
                schedIdle,
                survey.clockDistanceNs(),
                survey.recordsBefore(),
                survey.rawWeights(),
                run.facts().records(EventKind.STAT_RUNTIME) ? 0 : NS / (hz == null ? HZ : hz),
                survey.writes(),
                seeds,
                seeds || survey.spanNs() < 3 * SKIP_NS ? 0 : SKIP_NS);
    }

    /** Whether no task is known to be in a group: then there is nothing to count. */
    boolean isFlat() {
        return plan.cgroups().isFlat();
    }

    /** What the loads of groups cost, how far they are off, and what was recorded of them; nothing without groups. */
    List<Table> tables() {
        var all = new ArrayList<Table>();
        if (isFlat()) return all;
        all.add(tables.counts(options.byCpu()));
        if (plan.writes() != RecordedWrites.Source.NONE) all.add(tables.recorded());
        all.add(tables.errors());
        if (options.bySecond()) all.add(tables.seconds());
        long[] prices = options.prices();
        if (prices.length > 0) all.add(tables.cost(prices[0], prices[1]));
        all.add(tables.time());
        all.add(tables.curve());
        return all;
    }

    /** Writes of tg->load_avg, of all groups, by the rule of one of the models. */
    long writes(int model) {
        long writes = 0;
        for (int group = 1; group <= plan.cgroups().groups().size(); group++)
            for (int cpu = 0; cpu < run.facts().cpus(); cpu++)
                writes += replay.loads().ledger(model).of(TgCount.WRITES, group, cpu);
        return writes;
    }

    /** Recorded signals against the model. */
    Table signals() {
        return tables.signals();
    }

    /** Drawings of {@link #tables}. */
    List<Chart> charts() {
        if (isFlat()) return List.of();
        return List.of(
                new Chart.Bars(
                        "How often is tg->load_avg written and read?",
                        "tg_load_avg",
                        List.of("group", "model"),
                        List.of(Chart.Series.of("calls"), Chart.Series.of("writes"), Chart.Series.of("reads"))),
                new Chart.Lines(
                        "How does tg->load_avg move under each model?",
                        "tg_curve",
                        "time_s",
                        false,
                        List.of(Chart.Series.of("load_avg")),
                        "model",
                        Chart.Curve.STEP));
    }

    /** What the evidence is to say of it. */
    void addTo(Evidence evidence) {
        evidence.note(
                        "groups",
                        isFlat()
                                ? "all tasks in the root group"
                                : plan.cgroups().source())
                .note("group_count", (long) plan.cgroups().groups().size())
                .note("hz", ticks())
                .note("pelt_clock", clock())
                .note("weights", "by nice value; SCHED_IDLE by vruntime, recorded weight, or --sched-idle")
                .note("start", start());
    }

    /** What the user should know of it. */
    List<String> headline() {
        if (isFlat())
            return List.of(
                    "No task is known to be in a group, and the root group has no tg->load_avg: tell groups with --cgroups,"
                            + " or record load tracking events");
        return List.of(tables.trustLine(), "Groups: " + plan.cgroups().source(), start());
    }

    private String ticks() {
        Integer hz = options.hz();
        if (!run.facts().records(EventKind.STAT_RUNTIME))
            return (hz == null ? HZ + ", assumed" : hz + ", as told") + "; ticks begin with the trace";
        String ticks = "each tick from sched_stat_runtime";
        return survey.tickNs() == PeltSurvey.UNKNOWN
                ? ticks
                : ticks + ", " + Math.round(1e9 / survey.tickNs()) + " a second";
    }

    private String clock() {
        return survey.clockDistanceNs() == PeltSurvey.UNKNOWN
                ? "a period is taken to begin with the trace"
                : survey.clockDistanceNs() + " ns behind the trace clock, by load tracking events";
    }

    private String start() {
        if (plan.seeds())
            return "Tasks begin with the first averages recorded of them; where signals are compared, so do the root's run"
                    + " queues and the weights of groups";
        if (replay.skipped()) return "Groups had load before the trace: the first 100 ms are not counted";
        if (replay.startsLoaded())
            return "Groups had load before the trace that is taken as 0, and the trace is too short to skip its beginning";
        return "Groups start empty";
    }
}
