package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.ImportStats;
import rewake.measure.Fidelity;
import rewake.measure.InfoTables;
import rewake.measure.Prediction;
import rewake.measure.Trust;
import rewake.observe.Selection;
import rewake.replay.Judge;
import rewake.replay.Scores;

/** What a patch is predicted to change, by the judge on recordings of the base. */
final class PredictOptions {
    private static final List<String> NEED_PATCH = List.of("--kernel", "--race-window", "--sched-idle", "--cgroups");

    @Option(
            names = "--patch",
            paramLabel = "P",
            description = "also predict what this patch changes, from the first side alone (first order only): a patch,"
                    + " no-PATCH, or several joined by +; rewake patches lists them")
    private @Nullable String patch;

    @Option(
            names = "--kernel",
            paramLabel = "V",
            description = "with --patch: the base model; default: the newest not newer than the first side's kernel")
    private @Nullable String kernel;

    @Mixin
    private JudgeKnowledge knowledge = new JudgeKnowledge();

    private final List<Scores> base = new ArrayList<>();
    private final List<Scores> patched = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable Variants models;
    private @Nullable Fidelity fidelity;
    private long baseWrites;
    private long patchedWrites;
    private @Nullable String whyNoWrites;

    /** Checks what does not depend on the traces. */
    void check(@Nullable CommandSpec spec) {
        knowledge.check();
        if (patch != null || spec == null) return;
        var given = spec.commandLine().getParseResult();
        for (String option : NEED_PATCH)
            if (given.hasMatchedOption(option))
                throw new UsageException(option + " is of the prediction: give --patch too");
    }

    /** The prediction from these recordings, or null where none is asked for. */
    @Nullable
    Predicted of(List<String> recordings, TraceOptions options, Output output, Window window) throws IOException {
        if (patch == null) return null;
        for (String name : recordings)
            try (TraceRun run = TraceRun.open(Input.of(name), options, output)) {
                judge(name, run, window, patch);
            }
        Variants named = Objects.requireNonNull(models);
        var writes = whyNoWrites != null
                ? Prediction.Writes.none(whyNoWrites)
                : new Prediction.Writes(baseWrites, patchedWrites, null);
        return new Predicted(
                new Prediction(named.models().getLast().name(), base, patched, writes),
                named.models().getFirst().name(),
                patch,
                Objects.requireNonNull(fidelity),
                notes);
    }

    private void judge(String name, TraceRun run, Window window, String asked) throws IOException {
        Variants variants = Variants.of(run.facts(), kernel, List.of(asked), false);
        Selection selection = window.selection(run.facts().cpus(), run::span);
        var judge = new Judge(
                run.facts(),
                run.comms(),
                run.stats(),
                knowledge.part(run, selection, Set.of(), Set.of(), Set.of()),
                variants.recorded(),
                variants.models());
        LoadRun loads = loads(run, variants, selection);
        run.read(loads == null ? judge : new FanOut(judge, loads.replay));
        judge.finish();
        if (loads != null) {
            loads.replay.finish();
            baseWrites += loads.writes(0);
            patchedWrites += loads.writes(1);
        }
        String why = InfoTables.whyNoWhatif(run.facts(), run.census());
        if (why != null) throw new UsageException("--patch: wake-ups of " + name + " cannot be judged: " + why);
        base.add(judge.scores().getFirst());
        patched.add(judge.scores().get(1));
        note(name, run, variants, judge);
    }

    private void note(String name, TraceRun run, Variants variants, Judge judge) {
        Fidelity its = Fidelity.of(judge.judged());
        notes.add(name + ": " + Trust.line(run.facts(), judge.judged(), its));
        notes.addAll(knowledge.caveats(run, judge));
        String none = variants.noEffect(
                variants.models().getLast().name(), run.facts().topology(), judge.sawSchedIdle());
        if (none != null) notes.add(name + ": " + none);
        if (models != null) return;
        models = variants;
        fidelity = its;
        notes.add(variants.note());
    }

    /** Where the patch changes how loads of groups are written and that can be counted; null elsewhere, with the reason. */
    private @Nullable LoadRun loads(TraceRun run, Variants variants, Selection selection) throws IOException {
        if (!variants.countsDiffer()) {
            whyNoWrites = "the patch does not change when tg->load_avg is written, only who runs where";
            return null;
        }
        boolean whole = selection.cpus().isEmpty() && selection.startNs() == Long.MIN_VALUE;
        if (!whole) {
            whyNoWrites = "writes of tg->load_avg are predicted for whole recordings only";
            return null;
        }
        var loads = new LoadRun(
                run,
                new LoadOptions(),
                knowledge.toldCgroups(),
                knowledge.schedIdle(),
                variants.models(),
                new ImportStats());
        if (!loads.isFlat()) return loads;
        whyNoWrites = "no task is known to be in a group";
        return null;
    }
}
