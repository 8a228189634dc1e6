package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.Kernels;
import rewake.catalogue.UsageException;
import rewake.kernel.KernelModel;
import rewake.measure.Evidence;
import rewake.measure.Fidelity;
import rewake.measure.InfoTables;
import rewake.measure.Selection;
import rewake.measure.Trust;
import rewake.measure.WhatifTables;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;
import rewake.replay.Scores;
import rewake.report.Chart;
import rewake.report.Report;

/** {@code rewake whatif}: the recorded wake-ups, decided by a base kernel and by variants of it. */
@Command(
        name = "whatif",
        description = {
            "What would have been decided: every recorded wake-up is decided again, in the state it was recorded in, by a"
                    + " modelled kernel and by variants of it; then the recording is followed.",
            "",
            "Example: two variants of the recorded kernel, each compared with it:",
            "  rewake whatif perf.data --patch cluster-wakeup --patch no-sis-single-pass -o report/",
            ""
        },
        mixinStandardHelpOptions = true)
final class WhatifCommand implements Callable<Integer> {
    /** How the future after a decision is treated. */
    enum Mode {
        JUDGE
    }

    private static final long MAX_RACE_WINDOW_NS = 100_000;

    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Window window = new Window();

    @Option(
            names = "--kernel",
            paramLabel = "V",
            description = "the base model (rewake kernels lists them), also with patches: v6.1+cluster-wakeup;"
                    + " default: the newest not newer than the trace's kernel")
    private @Nullable String kernel;

    @Option(
            names = "--patch",
            paramLabel = "P",
            description =
                    "a variant of the base (repeatable): a patch, no-PATCH to take one off, or several joined by +;"
                            + " rewake patches lists them")
    private List<String> patches = List.of();

    @Option(names = "--each", description = "every patch that can be put on or taken off the base, as a variant each")
    private boolean each;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "judge: each decision in the recorded state, nothing follows from it (the only mode so far)")
    private Mode mode = Mode.JUDGE;

    @Option(
            names = "--sched-idle",
            split = ",",
            paramLabel = "WHO",
            description = "names or thread ids of tasks under SCHED_IDLE; no event tells the policy")
    private Set<String> schedIdle = Set.of();

    @Option(
            names = "--race-window",
            paramLabel = "NS",
            description = "events of other CPUs within this many ns of a decision may have been seen or not, and such a"
                    + " decision teaches nothing about what is inferred, so that other answers move too (default:"
                    + " ${DEFAULT-VALUE})")
    private long raceWindowNs = JudgeOptions.RACE_WINDOW_NS;

    @Option(
            names = {"-p", "--pid"},
            split = ",",
            paramLabel = "PID",
            description = "only wake-ups of tasks of these processes")
    private Set<Integer> processes = Set.of();

    @Option(
            names = {"-t", "--tid"},
            split = ",",
            paramLabel = "TID",
            description = "only wake-ups of these tasks")
    private Set<Integer> threads = Set.of();

    @Option(names = "--comm", paramLabel = "NAME", description = "only wake-ups of tasks of this name (repeatable)")
    private Set<String> names = Set.of();

    @Override
    public Integer call() throws Exception {
        if (raceWindowNs < 0 || raceWindowNs > MAX_RACE_WINDOW_NS)
            throw new UsageException("--race-window is in ns, 0 to " + MAX_RACE_WINDOW_NS);
        if (each && !patches.isEmpty()) throw new UsageException("--each takes the place of --patch");
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Variants variants = Variants.of(run.facts(), kernel, patches, each);
            Judge judge = new Judge(
                    run.facts(), run.comms(), run.stats(), options(run), variants.recorded(), variants.models());
            run.read(judge);
            judge.finish();
            String why = InfoTables.whyNoWhatif(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": wake-ups cannot be judged: " + why);
            return output.write(report(run, variants, judge), run.stats());
        }
    }

    private JudgeOptions options(TraceRun run) throws IOException {
        Selection selection = window.selection(run.facts().cpus(), run::span);
        return new JudgeOptions(
                raceWindowNs,
                schedIdle,
                selection.cpus(),
                names,
                processes,
                threads,
                selection.startNs(),
                selection.stopNs());
    }

    private Report report(TraceRun run, Variants variants, Judge judge) throws IOException {
        List<Scores> shown = judge.scores().subList(0, variants.models().size());
        Fidelity fidelity = Fidelity.of(judge.judged());
        Evidence evidence = run.evidence("whatif")
                .model(shown.getFirst().model(), variants.names())
                .kinds(
                        List.of("wake-ups", "run queues", "idle state", "prev_cpu", "waker"),
                        List.of("decisions", "searches"))
                .inferred(judge.inferred())
                .trust(
                        fidelity.exact() == null
                                ? null
                                : (Double) fidelity.exact().share(),
                        fidelity.skill(),
                        fidelity.claim())
                .note("mode", mode.name().toLowerCase(java.util.Locale.ROOT))
                .note("recorded_kernel_model", judge.judged().model())
                .note("race_window_ns", raceWindowNs)
                .note("kernel_note", variants.note());
        var headline = new ArrayList<String>();
        headline.add(Trust.line(run.facts(), judge.judged(), fidelity));
        headline.add(variants.note());
        String topology = InfoTables.assumedTopology(run.facts());
        if (topology != null) headline.add(topology);
        for (String who : judge.unmatchedSchedIdle()) headline.add("--sched-idle: no task is called '" + who + "'");
        headline.addAll(run.notes());
        headline.addAll(Evidence.lossLines(run.stats()));
        var tables = WhatifTables.of(
                input.name(),
                shown,
                judge.judged(),
                judge.recordedMoves(),
                judge.skipped(),
                judge.maybeNoDecision(),
                model -> variants.noEffect(model, run.facts().topology(), judge.sawSchedIdle()));
        var charts = List.<Chart>of(
                new Chart.Bars(
                        "How many wake-ups would have moved their task?",
                        "judge",
                        List.of("model"),
                        List.of(Chart.Series.of("wakeup_migrations"))),
                new Chart.Bars(
                        "How many CPUs would the searches have looked at?",
                        "sis",
                        List.of("model"),
                        List.of(Chart.Series.of("scanned"), Chart.Series.of("found"))));
        return new Report("whatif", evidence.tree(), headline, tables, charts, List.of());
    }
}
