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
import rewake.measure.PerfLatency;
import rewake.report.Chart;
import rewake.report.Report;

/** {@code rewake latency}: how long tasks waited for a CPU. */
@Command(
        name = "latency",
        description = {
            "How long tasks waited for a CPU: the figures of perf sched latency, and percentiles.",
            "",
            "Example: the ten tasks that waited longest in all, each by itself:",
            "  rewake latency perf.data -p -s sum --top 10",
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

    @Option(
            names = {"-p", "--pids"},
            description = "one row per task instead of one per name, as in perf")
    private boolean perPid;

    @Option(names = "--pid", split = ",", paramLabel = "PID", description = "only tasks of these processes")
    private List<Integer> processes = List.of();

    @Option(
            names = {"-t", "--tid"},
            split = ",",
            paramLabel = "TID",
            description = "only these tasks")
    private List<Integer> threads = List.of();

    @Option(names = "--comm", paramLabel = "NAME", description = "only tasks of this name (repeatable)")
    private List<String> names = List.of();

    @Option(
            names = {"-s", "--sort"},
            split = ",",
            paramLabel = "KEY",
            description = "sort by ${COMPLETION-CANDIDATES} (default: avg,max,switch,runtime)")
    private List<LatencyTables.Key> keys = LatencyTables.PERF_ORDER;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "show the first N rows only")
    private int top = Integer.MAX_VALUE;

    @Option(
            names = "--histogram",
            description =
                    "also print how the delays are distributed, by powers of two; table histogram has buckets below 1 %%"
                            + " that can be added up over traces")
    private boolean histogram;

    @Override
    public Integer call() throws Exception {
        if (top < 1) throw new UsageException("--top " + top + ": show at least 1 row");
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            boolean hasWakeup = run.facts().records(EventKind.WAKEUP);
            var latency =
                    new PerfLatency(hasWakeup, window.selection(run.facts().cpus(), run::span));
            run.read(latency);
            String why = InfoTables.whyNoLatency(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": no delays: " + why);
            var pictured = new LinkedHashSet<String>(List.of(HistogramTables.FINE));
            if (!histogram) pictured.addFirst(HistogramTables.LOG2);
            return output.write(report(run, latency, hasWakeup), run.stats(), pictured);
        }
    }

    private Report report(TraceRun run, PerfLatency latency, boolean hasWakeup) throws IOException {
        Evidence evidence = run.evidence("latency")
                .kinds(List.of("latency", "total"), List.of())
                .trust(null, null, "measured")
                .note("wakeup_event", hasWakeup ? "sched_wakeup" : "sched_waking");
        var headline = new ArrayList<String>();
        headline.add("Measured from " + run.census().total() + " events of " + input.name()
                + ", as perf sched latency does");
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        perfsWarnings(latency, headline);
        var tables = LatencyTables.of(latency, run.comms(), perPid, shown(run.comms()), keys, top);
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
        return task -> (processes.isEmpty() || processes.contains(task.tgid()))
                && (threads.isEmpty() || threads.contains(task.tid()))
                && (names.isEmpty() || names.contains(nameOf(task, comms)));
    }

    private static @Nullable String nameOf(PerfLatency.TaskDelays task, Comms comms) {
        return task.comm() < 0 ? null : comms.text(task.comm());
    }
}
