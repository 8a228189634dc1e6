package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.EventKind;
import rewake.kernel.KernelModel;
import rewake.kernel.pelt.PeltRules;
import rewake.measure.CfsOnlyTable;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.measure.TgTables;
import rewake.replay.Cgroups;
import rewake.replay.pelt.CfsOnlyWrites;
import rewake.replay.pelt.LoadPlan;
import rewake.replay.pelt.LoadReplay;
import rewake.replay.pelt.PeltSurvey;
import rewake.replay.pelt.RecordedWrites;
import rewake.report.Chart;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake pelt}: load tracking, recorded against modelled, and what the loads of task groups cost. */
@Command(
        name = "pelt",
        description = {
            "Load tracking on the recorded timeline: recorded signals against the model, and how often tg->load_avg of each"
                    + " task group is written and read, and how far off it is, under each patch that changes it.",
            "",
            "Groups come from load tracking events, or from --cgroups; without either all tasks are in the root group, whose"
                    + " load nobody keeps.",
            "",
            "Examples: all patches of tg->load_avg, and two of them with prices for a cache line:",
            "  rewake pelt trace.dat",
            "  rewake pelt perf.data --cgroups groups.json --patch tg-ratelimit --patch tg-node --access-cost 40,120",
            ""
        },
        mixinStandardHelpOptions = true)
final class PeltCommand implements Callable<Integer> {
    private static final long SKIP_NS = 100_000_000;
    private static final long NS = 1_000_000_000;

    /** What counts are split by. */
    enum By {
        CPU,
        SECOND
    }

    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private ModelOptions models = new ModelOptions();

    @Mixin
    private TaskKnowledge tasks = new TaskKnowledge();

    @Option(
            names = "--hz",
            paramLabel = "N",
            description = "ticks a second of a busy CPU; needed where the trace has no sched_stat_runtime (default: as that"
                    + " tells; without it 250)")
    private @Nullable Integer hz;

    @Option(
            names = "--access-cost",
            paramLabel = "LOCAL,REMOTE",
            description = "ns that fetching the counter's cache line costs from a CPU of the same node and of another: adds a table"
                    + " of what the transfers would cost")
    private @Nullable String accessCost;

    @Option(
            names = "--by",
            split = ",",
            paramLabel = "WHAT",
            description = "also count by ${COMPLETION-CANDIDATES}")
    private Set<By> by = Set.of();

    @Override
    public Integer call() throws Exception {
        long[] prices = prices();
        if (hz != null && (hz < 1 || hz > 10_000)) throw new UsageException("--hz is in ticks a second, 1 to 10000");
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Variants variants = models.groupLoads(run.facts());
            if (!run.facts().records(EventKind.SWITCH) && run.facts().records(EventKind.PELT_CFS))
                return output.write(cfsOnly(run, variants), run.stats());
            PeltSurvey survey = run.survey();
            LoadPlan plan = plan(run, survey);
            var replay = new LoadReplay(
                    run.facts(),
                    run.comms(),
                    run.paths(),
                    run.stats(),
                    plan,
                    PeltRules.of(run.facts().kernelRelease())
                            .withTg(variants.models().getFirst().tg()),
                    variants.models().stream().map(KernelModel::tg).toList(),
                    survey.spanNs());
            run.read(replay);
            replay.finish();
            String why = InfoTables.whyNoWhatif(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": loads cannot be replayed: " + why);
            return output.write(report(run, variants, survey, plan, replay, prices), run.stats());
        }
    }

    private Report cfsOnly(TraceRun run, Variants variants) throws IOException {
        var writes = new CfsOnlyWrites(
                run.paths(), variants.models().stream().map(KernelModel::tg).toList());
        run.read(writes);
        writes.finish();
        Evidence evidence = run.evidence("pelt")
                .model(variants.models().getFirst().name(), variants.names())
                .kinds(List.of("run queues"), List.of("writes of tg->load_avg"))
                .trust(null, null, "writes from recorded run queues alone: a lower bound of base, no reads")
                .note("kernel_note", variants.note());
        var headline = new ArrayList<String>();
        headline.add("The trace has run queues and no scheduler events: writes are counted from their records, no more");
        headline.add(variants.note());
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        var names = variants.models().stream().map(KernelModel::name).toList();
        return new Report(
                "pelt", evidence.tree(), headline, List.of(CfsOnlyTable.of(writes, names)), List.of(), List.of());
    }

    private long[] prices() {
        if (accessCost == null) return new long[0];
        String[] parts = accessCost.split(",", -1);
        try {
            long[] prices = {Long.parseLong(parts[0]), Long.parseLong(parts[1])};
            if (parts.length == 2 && prices[0] >= 0 && prices[1] >= 0 && Math.max(prices[0], prices[1]) <= NS) return prices;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new UsageException("--access-cost takes two numbers of ns: 40,120");
        }
        throw new UsageException("--access-cost takes two numbers of ns, 0 to " + NS + ": 40,120");
    }

    private LoadPlan plan(TraceRun run, PeltSurvey survey) throws IOException {
        Cgroups told = tasks.told();
        boolean seeds = run.facts().records(EventKind.PELT_SE);
        boolean statistics = run.facts().records(EventKind.STAT_RUNTIME);
        long tick = statistics ? 0 : NS / (hz == null ? 250 : hz);
        return new LoadPlan(
                told == null ? survey.cgroups() : told,
                tasks.schedIdle(),
                survey.clockDistanceNs(),
                survey.recordsBefore(),
                survey.rawWeights(),
                tick,
                survey.writes(),
                seeds,
                seeds || survey.spanNs() < 3 * SKIP_NS ? 0 : SKIP_NS);
    }

    private Report report(
            TraceRun run, Variants variants, PeltSurvey survey, LoadPlan plan, LoadReplay replay, long[] prices)
            throws IOException {
        var names = variants.models().stream().map(KernelModel::name).toList();
        var tables = new TgTables(replay, plan.cgroups(), names, run.facts().cpus());
        boolean flat = plan.cgroups().isFlat();
        var all = new ArrayList<Table>();
        var charts = new ArrayList<Chart>();
        if (!flat) {
            all.add(tables.counts(by.contains(By.CPU)));
            if (plan.writes() != RecordedWrites.Source.NONE) all.add(tables.recorded());
            all.add(tables.errors());
            if (by.contains(By.SECOND)) all.add(tables.seconds());
            if (prices.length > 0) all.add(tables.cost(prices[0], prices[1]));
            all.add(tables.time());
            all.add(tables.curve());
            charts.add(new Chart.Bars(
                    "How often is tg->load_avg written and read?",
                    "tg_load_avg",
                    List.of("model", "group"),
                    List.of(Chart.Series.of("calls"), Chart.Series.of("writes"), Chart.Series.of("reads"))));
            charts.add(new Chart.Lines(
                    "How does tg->load_avg move under each model?",
                    "tg_curve",
                    "time_s",
                    false,
                    List.of(Chart.Series.of("load_avg")),
                    "model",
                    Chart.Curve.STEP));
        }
        all.add(tables.signals());
        Evidence evidence = run.evidence("pelt")
                .model(variants.models().getFirst().name(), variants.names())
                .kinds(
                        List.of("who runs where and when", "wake-ups", "migrations", "recorded signals and writes"),
                        List.of("load tracking", "tg->load_avg", "weights of groups"))
                .trust(null, null, "load tracking on the recorded timeline, first order")
                .note("groups", flat ? "all tasks in the root group" : plan.cgroups().source())
                .note("group_count", (long) plan.cgroups().groups().size())
                .note("hz", tickSource(run, survey))
                .note("pelt_clock", clockSource(survey))
                .note("weights", "by nice value; SCHED_IDLE by vruntime, recorded weight, or --sched-idle")
                .note("start", startSource(plan, replay))
                .note("kernel_note", variants.note());
        var headline = new ArrayList<String>();
        if (flat)
            headline.add("all tasks are taken to be in the root group, which has no tg->load_avg: tell groups with --cgroups, or"
                    + " record load tracking events");
        else headline.add("Groups: " + plan.cgroups().source());
        headline.add(variants.note());
        headline.add(startSource(plan, replay));
        headline.addAll(run.notes());
        String topology = InfoTables.assumedTopology(run.facts());
        if (topology != null) headline.add(topology);
        headline.addAll(Evidence.lossLines(run.stats()));
        return new Report("pelt", evidence.tree(), headline, all, charts, List.of());
    }

    private String tickSource(TraceRun run, PeltSurvey survey) {
        if (!run.facts().records(EventKind.STAT_RUNTIME))
            return hz == null ? "250, assumed; ticks begin with the trace" : hz + ", as told; ticks begin with the trace";
        String ticks = "each tick from sched_stat_runtime";
        return survey.tickNs() == PeltSurvey.UNKNOWN ? ticks : ticks + ", " + Math.round(1e9 / survey.tickNs()) + " a second";
    }

    private static String clockSource(PeltSurvey survey) {
        return survey.clockDistanceNs() == PeltSurvey.UNKNOWN
                ? "a period is taken to begin with the trace"
                : survey.clockDistanceNs() + " ns behind the trace clock, by load tracking events";
    }

    private static String startSource(LoadPlan plan, LoadReplay replay) {
        if (plan.seeds()) return "Tasks begin with the first averages recorded of them";
        if (replay.skipped()) return "Groups had load before the trace: the first 100 ms are not counted";
        if (replay.startsLoaded())
            return "Groups had load before the trace that is taken as 0, and the trace is too short to skip its beginning";
        return "Groups start empty";
    }
}
