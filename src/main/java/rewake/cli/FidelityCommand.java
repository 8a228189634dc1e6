package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.Kernels;
import rewake.catalogue.UsageException;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.kernel.KernelModel;
import rewake.measure.Evidence;
import rewake.measure.Fidelity;
import rewake.measure.FidelityTables;
import rewake.measure.ForkTable;
import rewake.measure.MatrixTable;
import rewake.measure.Trial;
import rewake.measure.Trust;
import rewake.observe.Selection;
import rewake.replay.Judge;
import rewake.report.Report;
import rewake.report.Table;

/** {@code rewake fidelity}: how well kernel models decide as the recorded kernels did. */
@Command(
        name = "fidelity",
        description = {
            "How well each kernel model decides as the recorded kernels did: every recorded wake-up is decided again in the"
                    + " state it was recorded in, and the answer is held against the recorded one.",
            "",
            "Values that no event shows (sync flag, flips and loads from before the trace, nr_idle_scan) are learned from past"
                    + " decisions. So each model has rows with and without that, and is scored on the second half of the"
                    + " decisions with what the first half alone taught.",
            "",
            "Example: which modelled kernel explains each of these recordings best:",
            "  rewake fidelity --matrix a.data b.data",
            ""
        },
        mixinStandardHelpOptions = true)
final class FidelityCommand implements Callable<Integer> {
    /** Which rows a model gets. */
    enum Inference {
        ON(Trial.PAST),
        OFF(Trial.NONE),
        BOTH(Trial.PAST, Trial.NONE, Trial.PAST_SECOND_HALF, Trial.FIRST_HALF);

        private final List<Trial> trials;

        Inference(Trial... trials) {
            this.trials = List.of(trials);
        }
    }

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private DecisionOptions decisions = new DecisionOptions();

    @Option(
            names = "--kernel",
            paramLabel = "V",
            description =
                    "a model to hold against the recordings (repeatable): v6.6, or with patches v6.1+cluster-wakeup;"
                            + " rewake kernels lists them; default: the recorded kernel's own")
    private List<String> kernels = List.of();

    @Option(names = "--matrix", description = "every modelled kernel against every recording: which explains it best")
    private boolean matrix;

    @Option(
            names = "--inference",
            paramLabel = "WHEN",
            description =
                    "on: hidden values are learned from past decisions; off: they are not; both: a row each, and the"
                            + " two rows on the second half (default: both)")
    private @Nullable Inference inference;

    private final ImportStats losses = new ImportStats();
    private final List<String> headline = new ArrayList<>();
    private final List<FidelityTables.Row> rows = new ArrayList<>();
    private final List<ForkTable.Row> forks = new ArrayList<>();
    private final List<MatrixTable.Row> matrixRows = new ArrayList<>();
    private int judged;

    @Override
    public Integer call() throws Exception {
        decisions.check();
        if (matrix && !kernels.isEmpty()) throw new UsageException("--matrix asks all kernels; leave --kernel out");
        if (matrix && inference != null)
            throw new UsageException("--matrix learns from past decisions; leave --inference out");
        Input.eachOnce(kernels.stream().map(k -> "--kernel " + k).toList());
        List<KernelModel> models = kernels.stream().map(Kernels::parse).toList();
        Evidence evidence = new Evidence(Rewake.Version.text(), "fidelity");
        List<Input> all = inputs.all();
        for (Input input : all) hold(input, models, evidence, all.size() == 1);
        if (judged == 0) throw new IOException(String.join("\n", headline));
        evidence.kinds(List.of("wake-ups", "run queues", "idle state", "prev_cpu", "waker"), List.of("decisions"))
                .note("race_window_ns", decisions.raceWindowNs());
        if (all.size() > 1) evidence.recorderShare(null).trust(null, null, "per trace, see the tables");
        headline.addAll(Evidence.lossLines(losses));
        List<Table> tables = matrix
                ? List.of(MatrixTable.of(matrixRows))
                : List.of(FidelityTables.fidelity(rows), FidelityTables.confusionByTrace(rows), ForkTable.of(forks));
        return output.write(new Report("fidelity", evidence.tree(), headline, tables, List.of(), List.of()), losses);
    }

    /** One trace; one among several that cannot be judged is a line of the headline, with the reason. */
    private void hold(Input input, List<KernelModel> asked, Evidence evidence, boolean alone) throws IOException {
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            KernelModel own = own(run.facts());
            List<KernelModel> models = asked.isEmpty() && own != null ? List.of(own) : asked;
            if (models.isEmpty() && !matrix) {
                if (alone) throw new UsageException(nameTheKernel(input));
                headline.add(nameTheKernel(input));
                return;
            }
            Selection selection = decisions.selection(run);
            Asked there = decisions.asked(selection);
            var trials = new FidelityRun(input.name(), run, decisions.of(run, selection), own, there);
            List<FidelityTables.Row> of = matrix ? List.of() : trials.trials(models, trials());
            List<MatrixTable.Row> ofMatrix = matrix ? trials.matrix() : List.of();
            run.addTo(evidence);
            run.stats().entries().forEach(e -> losses.add(e.stat(), e.cpu(), e.count()));
            String why = trials.whyNot();
            if (why != null) {
                headline.add(input.name() + ": wake-ups cannot be judged: " + why);
                return;
            }
            if (alone) there.check(run, output);
            judged++;
            rows.addAll(of);
            if (!matrix) forks.addAll(trials.forks());
            matrixRows.addAll(ofMatrix);
            if (matrix) headline.add(verdict(input.name(), ofMatrix));
            else if (alone) trust(run.facts(), trials.first(), evidence);
            for (String caveat : decisions.caveats(run, trials.first()))
                headline.add(alone ? caveat : input.name() + ": " + caveat);
        }
    }

    private List<Trial> trials() {
        return (inference == null ? Inference.BOTH : inference).trials;
    }

    private static @Nullable KernelModel own(TraceFacts facts) {
        String release = facts.kernelRelease();
        return release == null
                ? null
                : Kernels.newestNotNewerThan(release).kernel().model();
    }

    private static String nameTheKernel(Input input) {
        return input.name() + " does not say which kernel it was recorded on; name one with --kernel, or use --matrix";
    }

    private void trust(TraceFacts facts, Judge first, Evidence evidence) {
        Fidelity fidelity = Fidelity.of(first.judged());
        headline.add(Trust.line(facts, first.judged(), fidelity));
        evidence.model(first.judged().model(), List.of())
                .inferred(first.inferred())
                .trust(fidelity.exactShare(), fidelity.skill(), fidelity.claim());
    }

    private static String verdict(String trace, List<MatrixTable.Row> rows) {
        MatrixTable.Row top = rows.getFirst();
        for (MatrixTable.Row row : rows) if (row.scores().exact() > top.scores().exact()) top = row;
        String names = top.model() + (top.ties().isEmpty() ? "" : " (= " + String.join(", ", top.ties()) + ")");
        if (!MatrixTable.best(top, rows))
            return trace + ": no single model explains it best; " + names + " is among them";
        return String.format(
                Locale.ROOT,
                "%s: %s explains it best, %d of %d wake-ups%s",
                trace,
                names,
                top.scores().exact(),
                top.scores().decisions(),
                top.recorded() ? ", the recorded kernel's own model" : "");
    }
}
