package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.measure.SchedMapTable;
import rewake.observe.Coverage;
import rewake.observe.RecordedTime;
import rewake.observe.Selection;
import rewake.report.Chart;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake map}: who ran on which CPU, switch by switch. */
@Command(
        name = "map",
        description = {
            "Who ran on which CPU: a line per switch with all CPUs side by side, as perf sched map draws it. A task's short name"
                    + " (A0, B0 …) stands for it throughout; a point is an idle CPU, a star the one that switched.",
            "",
            "Example: a tenth of the trace, on four CPUs:",
            "  rewake map perf.data --time 40%%-50%% -C 0-3",
            ""
        },
        mixinStandardHelpOptions = true)
final class MapCommand implements Callable<Integer> {
    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Window window = new Window();

    @Override
    public Integer call() throws Exception {
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            int cpus = run.facts().cpus();
            Selection selection = window.selection(cpus, run::span);
            var time = new RecordedTime(run.facts(), selection);
            run.skim(time);
            String why = InfoTables.whyNoLatency(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": no switches: " + why);
            new Asked(selection).check(run, output);
            Table map = SchedMapTable.table(cpus, selection, run::readAgain);
            return output.write(report(run, map, time.finished()), run.stats());
        }
    }

    private Report report(TraceRun run, Table map, Coverage coverage) throws IOException {
        Evidence evidence = run.evidence("map")
                .kinds(List.of("map"), List.of())
                .trust(null, null, "measured")
                .coverage(coverage);
        var headline = new ArrayList<String>();
        headline.add("From " + run.census().total() + " events of " + input.name() + ", as perf sched map draws it");
        headline.add(Evidence.coverageLine(coverage));
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        var chart = new Chart.Lines(
                "How many CPUs were busy?",
                "map",
                "time_ns",
                false,
                List.of(Chart.Series.of("busy")),
                null,
                Chart.Curve.STEP);
        return new Report("map", evidence.tree(), headline, List.of(map), List.of(chart), List.of());
    }
}
