package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rewake.catalogue.UsageException;
import rewake.event.ImportStats;
import rewake.measure.Diff;
import rewake.measure.DiffRepeat;
import rewake.measure.DiffSide;
import rewake.measure.DiffTables;
import rewake.measure.Evidence;
import rewake.measure.Threshold;
import rewake.measure.Threshold.Verdict;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake diff}: what differs between two traces, measured. */
@Command(
        name = "diff",
        description = {
            "What differs between two traces, measured without a model: every metric side by side, with 95 %% intervals and a"
                    + " word on whether the difference is noise.",
            "",
            "A trace is cut into blocks of time, so long that neighbours no longer go together; resampling the blocks gives the"
                    + " intervals. Runs differ more than that from each other: with repeats on a side, these are resampled too.",
            "",
            "With --patch the wake-ups of the first side are also replayed under a patch, as in whatif: what that changes, first"
                    + " order only, stands beside what was measured, with the error. B should be of the patched kernel: no"
                    + " trace tells which patches it has.",
            "",
            "Examples: for a mail; in a test that must not get worse; against the prediction; with repeats:",
            "  rewake diff base.data patch.data --format lkml",
            "  rewake diff base.data patch.data --fail-if 'wakeup_latency_p99 > 5%%'",
            "  rewake diff base.data patch.data --patch cluster-scan",
            "  rewake diff --a base1.data --a base2.data --b patch1.data --b patch2.data",
            ""
        },
        mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
    /** Exit code where a threshold was crossed. */
    static final int CROSSED = 4;

    @Parameters(arity = "0..*", paramLabel = "A B", hideParamSyntax = true, description = "two traces")
    private List<String> pair = List.of();

    @Option(
            names = "--a",
            paramLabel = "TRACE",
            description = "a repeat of the first side (repeatable), instead of A B")
    private List<String> first = List.of();

    @Option(names = "--b", paramLabel = "TRACE", description = "a repeat of the second side (repeatable)")
    private List<String> second = List.of();

    @Option(
            names = "--names",
            split = ",",
            paramLabel = "A,B",
            description = "what the sides are called (default: base,patch)")
    private List<String> names = List.of("base", "patch");

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "METRIC [SCOPE] > CHANGE or < CHANGE, e.g. 'wakeup_latency_p99 > 5%%', 'run_delay comm:db > 2ms',"
                            + " 'idle_share < -3pp' (repeatable). The change from A to B counts, in %% of A, or absolute. Exit 4 where it"
                            + " is beyond and its interval does not include 0; a change without an interval counts by its value. Exit"
                            + " 1 where it cannot be measured or losses leave it open")
    private List<String> conditions = List.of();

    @Option(names = "--comm", paramLabel = "NAME", description = "rows for tasks of this name (repeatable)")
    private List<String> comms = List.of();

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "rows for the N names that ran and were woken most (default: 3, none with --comm; 0 for all)")
    private @Nullable Integer top;

    @Option(names = "--per-cpu", description = "rows for each CPU")
    private boolean perCpu;

    @Option(names = "--seed", paramLabel = "N", description = "of the resampling (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--metrics", description = "print what is compared, with units and definitions, and read no trace")
    private boolean metrics;

    @Spec
    @Nullable
    private CommandSpec spec;

    @Mixin
    private PredictOptions prediction = new PredictOptions();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Window window = new Window();

    @Override
    public Integer call() throws Exception {
        if (metrics) {
            var evidence = new Evidence(Rewake.Version.text(), "diff");
            var table = List.of(DiffTables.metrics());
            return output.write(
                    new Report("diff", evidence.tree(), List.of(), table, List.of(), List.of()), new ImportStats());
        }
        List<Threshold> thresholds = conditions.stream().map(FailIf::parse).toList();
        check();
        prediction.check(spec);
        var a = pair.isEmpty() ? first : List.of(pair.getFirst());
        var b = pair.isEmpty() ? second : List.of(pair.getLast());
        output.noProgress = true; // two passes at once would write over each other
        Predicted predicted = prediction.of(a, traceOptions, output, window);
        try (var runs = new DiffRuns(a, b, name -> DiffRun.read(name, traceOptions, output, window, perCpu))) {
            return compared(runs, thresholds, predicted);
        }
    }

    private void check() {
        if (!pair.isEmpty() && (!first.isEmpty() || !second.isEmpty()))
            throw new UsageException("give two traces, or repeats with --a and --b, not both");
        if (pair.isEmpty() ? first.isEmpty() || second.isEmpty() : pair.size() != 2)
            throw new UsageException("which two traces? rewake diff A B, or repeats: --a A1 --a A2 --b B1 --b B2");
        if (names.size() != 2) throw new UsageException("--names takes two names: base,patch");
        if (names.getFirst().equals(names.getLast())) throw new UsageException("--names: two different names");
        if (window.inSeconds()) throw new UsageException("--time: the traces have clocks of their own; give 10%-90%");
        if (top != null) Top.check(top);
    }

    private int compared(DiffRuns runs, List<Threshold> thresholds, @Nullable Predicted predicted) throws IOException {
        var a = new DiffSide(names.getFirst(), runs.repeatsOfA());
        var b = new DiffSide(names.getLast(), runs.repeatsOfB());
        Asked.checkNames(comms, DiffHead.names(a, b), output);
        var diff = new Diff(a, b, scopes(a, b, thresholds), seed);
        var losses = new ImportStats();
        var headline = new ArrayList<String>();
        headline.add(diff.headline());
        if (predicted != null) headline.addAll(predicted.headline());
        headline.addAll(runs.same());
        headline.addAll(DiffHead.lines(a, b));
        for (DiffRun run : runs.all()) {
            run.run().notes().forEach(note -> headline.add(run.repeat().name() + ": " + note));
            Evidence.lossLines(run.run().stats())
                    .forEach(line -> headline.add(run.repeat().name() + ": " + line));
            run.run().stats().entries().forEach(e -> losses.add(e.stat(), e.cpu(), e.count()));
        }
        var tables =
                new ArrayList<Table>(List.of(DiffTables.diff(diff, predicted == null ? null : predicted.prediction())));
        if (!thresholds.isEmpty()) tables.add(DiffTables.failIf(diff, thresholds));
        var report = new Report(
                "diff",
                evidence(runs, a, b, predicted).tree(),
                headline,
                tables,
                List.of(DiffTables.chart(diff)),
                List.of("what is compared: rewake diff --metrics"));
        return code(output.write(report, losses), diff, thresholds);
    }

    private List<String> scopes(DiffSide a, DiffSide b, List<Threshold> thresholds) {
        var scopes = new LinkedHashSet<String>(List.of("all"));
        comms.forEach(name -> scopes.add("comm:" + name));
        int shown = top != null ? Top.rows(top) : comms.isEmpty() ? 3 : 0;
        DiffHead.busiest(a, b, shown).forEach(name -> scopes.add("comm:" + name));
        if (perCpu) {
            int cpus = DiffHead.cpus(a, b);
            for (int cpu = 0; cpu < cpus; cpu++) scopes.add("cpu:" + cpu);
        }
        for (Threshold threshold : thresholds) {
            if (threshold.scope().startsWith("cpu:") && !perCpu)
                throw new UsageException("--fail-if '" + threshold.text() + "': CPUs are told apart with --per-cpu");
            scopes.add(threshold.scope());
        }
        return List.copyOf(scopes);
    }

    private Evidence evidence(DiffRuns runs, DiffSide a, DiffSide b, @Nullable Predicted predicted) throws IOException {
        var evidence = new Evidence(Rewake.Version.text(), "diff");
        for (DiffRun run : runs.all()) run.run().addTo(evidence);
        var sides = new ArrayList<Map<String, @Nullable Object>>();
        for (DiffSide side : List.of(a, b))
            for (DiffRepeat repeat : side.repeats()) {
                var row = new LinkedHashMap<String, @Nullable Object>();
                row.put("side", side.label());
                row.put("path", repeat.name());
                row.put("coverage", repeat.coverage().share());
                row.put("blocks", (long) repeat.blockCount());
                row.put("block_ns", repeat.blockNs());
                row.put("blocks_correlated", repeat.correlated());
                sides.add(row);
            }
        if (predicted == null) evidence.kinds(List.of("diff"), List.of()).trust(null, null, "measured");
        else predicted.addTo(evidence);
        return evidence.recorderShare(null).note("seed", seed).note("sides", sides);
    }

    /** What a threshold says comes before what losses say. */
    private static int code(int written, Diff diff, List<Threshold> thresholds) {
        int code = written;
        for (Threshold t : thresholds) {
            Verdict verdict = t.judge(diff);
            if (verdict == Verdict.CROSSED) {
                System.err.println("rewake: crossed: " + t.text());
                code = CROSSED;
            }
            if (verdict == Verdict.UNMEASURED) {
                System.err.println("rewake: --fail-if '" + t.text() + "' cannot be told: " + t.whyNot(diff));
                if (code != CROSSED) code = CommandLine.ExitCode.SOFTWARE;
            }
        }
        return code;
    }
}
