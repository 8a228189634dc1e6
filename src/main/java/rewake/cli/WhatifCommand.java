package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.event.ImportStats;
import rewake.measure.Evidence;
import rewake.measure.Fidelity;
import rewake.measure.ForkTable;
import rewake.measure.InfoTables;
import rewake.measure.Trial;
import rewake.measure.Trust;
import rewake.measure.WhatifTables;
import rewake.observe.Selection;
import rewake.replay.Judge;
import rewake.replay.Scores;
import rewake.report.Chart;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake whatif}: the recorded wake-ups, decided by a base kernel and by variants of it. */
@Command(
        name = "whatif",
        description = {
            "What would have been decided: every recorded wake-up is decided again, in the state it was recorded in, by a"
                    + " modelled kernel and by variants of it; then the recording is followed.",
            "",
            "Example: two variants of the recorded kernel, each compared with it:",
            "  rewake whatif perf.data --patch cluster-wakeup --patch no-sis-single-pass",
            "",
            "Patches of tg->load_avg place no wake-up themselves; with one of them the accesses that they save are counted too, as"
                    + " rewake pelt does.",
            ""
        },
        mixinStandardHelpOptions = true)
final class WhatifCommand implements Callable<Integer> {
    /** How the future after a decision is treated. */
    enum Mode {
        JUDGE
    }

    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private DecisionOptions decisions = new DecisionOptions();

    @Mixin
    private ModelOptions models = new ModelOptions();

    @Mixin
    private LoadOptions loadOptions = new LoadOptions();

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "judge: each decision in the recorded state, nothing follows from it (the only mode so far)")
    private Mode mode = Mode.JUDGE;

    @Override
    public Integer call() throws Exception {
        decisions.check();
        loadOptions.check();
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Variants variants = models.of(run.facts());
            Selection selection = decisions.selection(run);
            Asked asked = decisions.asked(selection);
            Judge judge = Judge.onTwoThreads(
                    run.facts(),
                    run.comms(),
                    run.stats(),
                    decisions.of(run, selection),
                    variants.recorded(),
                    variants.models());
            LoadRun loads = variants.countsDiffer() ? loads(run, variants) : null;
            run.read(asked.beside(loads == null ? judge : new FanOut(judge, loads.replay)));
            judge.finish();
            if (loads != null) loads.replay.finish();
            String why = InfoTables.whyNoWhatif(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": wake-ups cannot be judged: " + why);
            asked.check(run, output);
            return output.write(report(run, variants, judge, loads), run.stats(), LoadRun.PICTURED);
        }
    }

    private LoadRun loads(TraceRun run, Variants variants) throws IOException {
        return new LoadRun(
                run, loadOptions, decisions.toldCgroups(), decisions.schedIdle(), variants.models(), new ImportStats());
    }

    private Report report(TraceRun run, Variants variants, Judge judge, @Nullable LoadRun loads) throws IOException {
        List<Scores> shown = judge.scores().subList(0, variants.models().size());
        Fidelity fidelity = Fidelity.of(judge.judged());
        Evidence evidence = run.evidence("whatif")
                .model(shown.getFirst().model(), variants.names())
                .kinds(
                        List.of("wake-ups", "run queues", "idle state", "prev_cpu", "waker"),
                        List.of("decisions", "searches"))
                .inferred(judge.inferred())
                .trust(fidelity.exactShare(), fidelity.skill(), fidelity.claim())
                .note("mode", mode.name().toLowerCase(java.util.Locale.ROOT))
                .note("recorded_kernel_model", judge.judged().model())
                .note("race_window_ns", decisions.raceWindowNs())
                .note("kernel_note", variants.note());
        var headline = new ArrayList<String>();
        headline.add(Trust.line(run.facts(), judge.judged(), fidelity));
        headline.add(variants.note());
        headline.addAll(decisions.caveats(run, judge));
        headline.addAll(Evidence.lossLines(run.stats()));
        List<Table> tables = WhatifTables.of(
                input.name(),
                shown,
                judge.judged(),
                judge.recordedMoves(),
                judge.skipped(),
                judge.maybeNoDecision(),
                model -> variants.noEffect(model, run.facts().topology(), judge.sawSchedIdle()));
        tables = new ArrayList<>(tables);
        tables.add(ForkTable.of(ForkTable.rows(
                input.name(), Trial.PAST, judge.forkScores(), variants.models().size())));
        var charts = new ArrayList<Chart>(List.of(
                new Chart.Bars(
                        "How many wake-ups would have moved their task?",
                        "judge",
                        List.of("model"),
                        List.of(Chart.Series.of("wakeup_migrations"))),
                new Chart.Bars(
                        "How many CPUs would the searches have looked at?",
                        "sis",
                        List.of("model"),
                        List.of(Chart.Series.of("scanned"), Chart.Series.of("found")))));
        if (loads != null) {
            loads.addTo(evidence);
            headline.addAll(loads.headline());
            tables.addAll(loads.tables());
            charts.addAll(loads.charts());
        }
        return new Report("whatif", evidence.tree(), headline, tables, charts, List.of());
    }
}
