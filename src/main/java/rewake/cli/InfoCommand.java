package rewake.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rewake.event.TraceFacts;
import rewake.measure.Census;
import rewake.measure.Evidence;
import rewake.measure.InfoTables;
import rewake.report.Report;

/** {@code rewake info}: what a trace is and what can be done with it. */
@Command(
        name = "info",
        description = "What a trace is: kernel, CPUs, clock, events, losses, and what each command can do with it.",
        mixinStandardHelpOptions = true)
final class InfoCommand implements Callable<Integer> {
    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Exception {
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            run.skim();
            Evidence evidence = run.evidence("info")
                    .kinds(List.of("events", "cpus"), List.of())
                    .trust(null, null, "as recorded");
            var headline = new ArrayList<>(about(run.facts(), run.census()));
            headline.addAll(Evidence.lossLines(run.stats()));
            var tables = InfoTables.of(run.facts(), run.census(), run.stats());
            var report = new Report("info", evidence.tree(), headline, tables, List.of(), List.of());
            return output.write(report, run.stats());
        }
    }

    private static List<String> about(TraceFacts facts, Census census) {
        String kernel = facts.kernelRelease() == null ? "unknown kernel" : "Linux " + facts.kernelRelease();
        String recorder = facts.recorder() == null ? "" : ", recorded by " + facts.recorder();
        String window = census.total() == 0
                ? "no events"
                : String.format(
                        java.util.Locale.ROOT,
                        "%d events in %.3f ms, clock %s",
                        census.total(),
                        (census.windowEndNs() - census.windowStartNs()) / 1e6,
                        facts.clock());
        return List.of(
                facts.format() + ": " + kernel + recorder + "; " + window,
                facts.topology().summary() + " (from " + facts.topology().source() + ")");
    }
}
