package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.Comms;
import rewake.event.EventKind;
import rewake.measure.Evidence;
import rewake.measure.HistogramTables;
import rewake.measure.InfoTables;
import rewake.measure.LatencyTables;
import rewake.measure.LostEvents;
import rewake.measure.PerfLatency;
import rewake.observe.Coverage;
import rewake.observe.RecordedTime;
import rewake.observe.Selection;
import rewake.report.Chart;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake latency}: how long tasks waited for a CPU. */
@Command(
        name = "latency",
        description = {
            "How long tasks waited for a CPU: the figures of perf sched latency, and percentiles. Where events were lost, what each"
                    + " figure can be at best and at worst.",
            "",
            "Examples: the ten tasks that waited longest in all, each by itself; whether a deep idle CPU or a busy one made them"
                    + " wait (of a recording with -e power:cpu_idle):",
            "  rewake latency perf.data -p -s sum --top 10",
            "  rewake latency perf.data --split",
            ""
        },
        mixinStandardHelpOptions = true)
final class LatencyCommand implements Callable<Integer> {
    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Window window = new Window();

    @Mixin
    private SplitOptions splitting = new SplitOptions();

    @Mixin
    private TaskRows rows = new TaskRows();

    @Option(
            names = {"-s", "--sort"},
            split = ",",
            paramLabel = "KEY",
            description = "sort by ${COMPLETION-CANDIDATES} (default: avg,max,switch,runtime)")
    private List<LatencyTables.Key> keys = LatencyTables.PERF_ORDER;

    @Option(
            names = "--histogram",
            description =
                    "also print how the delays are distributed, by powers of two; table histogram has buckets below 1 %%"
                            + " that can be added up over traces")
    private boolean histogram;

    @Override
    public Integer call() throws Exception {
        splitting.check();
        rows.check();
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            boolean hasWakeup = run.facts().records(EventKind.WAKEUP);
            Selection selection = window.selection(run.facts().cpus(), run::span);
            var latency = new PerfLatency(hasWakeup, selection);
            var time = new RecordedTime(run.facts(), selection);
            SplitRun split = splitting.split ? new SplitRun(run, splitting, selection, who(run.comms())) : null;
            Asked asked = rows.asked(selection);
            run.read(asked.beside(split == null ? new FanOut(latency, time) : new FanOut(latency, time, split)));
            if (split != null) split.finish();
            String why = InfoTables.whyNoLatency(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": no delays: " + why);
            asked.check(run, output);
            var pictured = new LinkedHashSet<String>(List.of(HistogramTables.FINE));
            if (!histogram) pictured.addFirst(HistogramTables.LOG2);
            return output.write(report(run, latency, time.finished(), split), run.stats(), pictured);
        }
    }

    private Report report(TraceRun run, PerfLatency latency, Coverage coverage, @Nullable SplitRun split)
            throws IOException {
        Long lost = lost(run, latency);
        var tables = new ArrayList<>(
                LatencyTables.of(latency, run.comms(), rows.perPid, shown(run.comms()), keys, rows.top(), lost));
        if (split != null) tables.addAll(split.tables(lost));
        Evidence evidence = run.evidence("latency")
                .kinds(tables.stream().map(Table::name).toList(), List.of())
                .trust(null, null, "measured")
                .coverage(coverage)
                .note("wakeup_event", run.facts().records(EventKind.WAKEUP) ? "sched_wakeup" : "sched_waking");
        var headline = new ArrayList<String>();
        headline.add("Measured from " + run.census().total() + " events of " + input.name()
                + ", as perf sched latency does");
        headline.add(Evidence.coverageLine(coverage));
        headline.addAll(run.notes());
        if (split != null) headline.addAll(split.caveats());
        headline.addAll(Evidence.lossLines(run.stats()));
        perfsWarnings(latency, headline);
        var chart = new Chart.Bars(
                "Which tasks waited longest?",
                "latency",
                List.of("task", "pid"),
                List.of(Chart.Series.of("p50_ns"), Chart.Series.of("p99_ns"), Chart.Series.of("delay_max_ns")));
        var cdf = new Chart.Lines(
                "Which share of the delays is not longer than this?",
                HistogramTables.FINE,
                "high_ns",
                true,
                List.of(Chart.Series.of("cumulative_share")),
                "scope",
                Chart.Curve.STEP);
        return new Report("latency", evidence.tree(), headline, tables, List.of(chart, cdf), List.of());
    }

    /** A CPU that leaves a task it had not entered lacks events, though nobody counted them. */
    private static @Nullable Long lost(TraceRun run, PerfLatency latency) {
        Long lost = LostEvents.of(run.stats());
        return lost != null && lost == 0 && latency.contradictions() > 0 ? null : lost;
    }

    private static void perfsWarnings(PerfLatency latency, List<String> headline) {
        long n = latency.timestamps();
        if (latency.unordered() > 0) headline.add(share(latency.unordered(), n) + " unordered timestamps");
        if (latency.switchBugs() > 0)
            headline.add(share(latency.switchBugs(), n) + " context switch bugs: a CPU left a task it had not entered");
    }

    private static String share(long bad, long n) {
        return String.format(java.util.Locale.ROOT, "%.3f%% (%d out of %d)", n == 0 ? 0 : 100.0 * bad / n, bad, n);
    }

    private Predicate<PerfLatency.TaskDelays> shown(Comms comms) {
        SplitRun.Who who = who(comms);
        return task -> who.counts(task.tid(), task.tgid(), task.comm());
    }

    private SplitRun.Who who(Comms comms) {
        return (tid, tgid, comm) -> rows.show(tid, tgid, () -> comm < 0 ? null : comms.text(comm));
    }
}
