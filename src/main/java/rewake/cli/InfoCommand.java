package rewake.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
            var headline = new ArrayList<>(about(run));
            headline.addAll(run.notes());
            headline.addAll(Evidence.lossLines(run.stats()));
            var tables = InfoTables.of(run.facts(), run.census(), run.stats());
            var report = new Report("info", evidence.tree(), headline, tables, List.of(), List.of());
            return output.write(report, run.stats());
        }
    }

    private static List<String> about(TraceRun run) {
        TraceFacts facts = run.facts();
        Census census = run.census();
        String kernel = facts.kernelRelease() == null ? "unknown kernel" : "Linux " + facts.kernelRelease();
        String recorder = facts.recorder() == null ? "" : ", recorded by " + facts.recorder();
        String window = census.total() == 0
                ? "no events"
                : String.format(
                        Locale.ROOT,
                        "%d events in %.3f ms, %s",
                        census.total(),
                        (census.windowEndNs() - census.windowStartNs()) / 1e6,
                        clock(facts));
        var lines = new ArrayList<String>();
        lines.add(facts.format() + ": " + kernel + recorder + "; " + window);
        if (run.files().size() > 1) for (TraceFile file : run.files()) lines.add(line(file));
        lines.add(facts.topology().summary() + " (from " + facts.topology().source() + ")");
        return lines;
    }

    private static String line(TraceFile file) {
        String offset = file.offsetNs() == 0
                ? ""
                : ", offset " + BigDecimal.valueOf(file.offsetNs(), 9).toPlainString() + " s";
        return file.name() + ": " + file.facts().format() + ", " + clock(file.facts()) + offset;
    }

    private static String clock(TraceFacts facts) {
        String why = InfoTables.whyNoClock(facts);
        if (why != null) return "clock unknown: " + why;
        String domain = String.valueOf(facts.clockDomain());
        return "clock " + facts.clock() + (domain.equals(facts.clock()) ? "" : " (" + domain + ")");
    }
}
