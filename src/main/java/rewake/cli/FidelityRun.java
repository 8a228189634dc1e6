package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.catalogue.Kernels;
import rewake.catalogue.Rivals;
import rewake.event.Comms;
import rewake.event.ImportStats;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.measure.FidelityTables;
import rewake.measure.ForkTable;
import rewake.measure.InfoTables;
import rewake.measure.MatrixTable;
import rewake.measure.Trial;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;
import rewake.replay.Lessons;

/**
 * One trace held against models: each model rules the recorded state of a judge of its own. Trials on halves take a second
 * pass, since where the half is shows only at the end of the first.
 */
final class FidelityRun {
    private final String trace;
    private final TraceRun run;
    private final JudgeOptions options;
    private final Asked asked;

    /** The recorded kernel's own model; null where the trace does not say which kernel that is. */
    private final @Nullable KernelModel recorded;

    private final List<FidelityTables.Row> rows = new ArrayList<>();
    private final List<Judge> judges = new ArrayList<>();
    private final List<Judge> halves = new ArrayList<>();
    private final List<ForkTable.Row> forks = new ArrayList<>();

    FidelityRun(String trace, TraceRun run, JudgeOptions options, @Nullable KernelModel recorded, Asked asked) {
        this.asked = asked;
        this.trace = trace;
        this.run = run;
        this.options = options;
        this.recorded = recorded;
    }

    /** Rows of all trials of each model; the judges of the first pass stand in {@link #judges}. */
    List<FidelityTables.Row> trials(List<KernelModel> models, List<Trial> trials) throws IOException {
        List<Trial> firstPass = trials.stream().filter(t -> !t.onHalf()).toList();
        for (KernelModel model : models)
            for (Trial trial : firstPass) judges.add(judge(model, trial.lessons(0, 0), run.comms()));
        run.read(asked.beside(new EachOf(judges)));
        judges.forEach(Judge::finish);
        List<Trial> secondPass = trials.stream().filter(Trial::onHalf).toList();
        long decisions = judges.getFirst().judged().decisions();
        long forked = judges.getFirst().forkScores().getFirst().decisions();
        if (!secondPass.isEmpty())
            run.readAgain(comms -> {
                for (KernelModel model : models)
                    for (Trial trial : secondPass) halves.add(judge(model, trial.lessons(decisions, forked), comms));
                return new EachOf(halves);
            });
        halves.forEach(Judge::finish);
        for (int m = 0; m < models.size(); m++) {
            rows(firstPass, judges, m);
            rows(secondPass, halves, m);
        }
        return rows;
    }

    private void rows(List<Trial> trials, List<Judge> done, int model) {
        for (int t = 0; t < trials.size(); t++) {
            Judge judge = done.get(model * trials.size() + t);
            Trial trial = trials.get(t);
            Long maybe = trial.onHalf() ? null : (Long) judge.maybeNoDecision();
            rows.add(new FidelityTables.Row(trace, trial, judge.judged(), maybe));
            forks.addAll(ForkTable.rows(trace, trial, judge.forkScores(), 1));
        }
    }

    /** One row a rival, in one pass. */
    List<MatrixTable.Row> matrix() throws IOException {
        Machine machine = new Machine(run.facts().topology());
        List<Rivals> rivals = Rivals.on(machine, true);
        for (Rivals rival : rivals) judges.add(judge(rival.first().model(), Lessons.ALL, run.comms()));
        run.read(asked.beside(new EachOf(judges)));
        judges.forEach(Judge::finish);
        var out = new ArrayList<MatrixTable.Row>();
        for (Rivals rival : Rivals.on(machine, judges.getFirst().sawSchedIdle())) {
            List<String> ids = rival.kernels().stream().map(Kernels::id).toList();
            for (int i = 0; i < rivals.size(); i++)
                if (rivals.get(i).first() == rival.first())
                    out.add(new MatrixTable.Row(
                            trace,
                            ids.getFirst(),
                            ids.subList(1, ids.size()),
                            recorded != null && rival.holds(recorded),
                            judges.get(i).judged()));
        }
        return out;
    }

    /** Forks and execs of all trials of each model. */
    List<ForkTable.Row> forks() {
        return forks;
    }

    /** The judge of the first model, whose trial is the first. */
    Judge first() {
        return judges.getFirst();
    }

    /** Why there is nothing to show, or null. */
    @Nullable
    String whyNot() {
        return InfoTables.whyNoWhatif(run.facts(), run.census());
    }

    private Judge judge(KernelModel model, Lessons lessons, Comms comms) {
        // Whether a dequeue can be delayed is a fact of the recording: all models are asked about the same wake-ups.
        KernelModel rules = recorded == null ? model : model.withDelaysDequeue(recorded.delaysDequeue());
        // The oddities of the timeline are the same for all: those of the first judge count.
        ImportStats stats = judges.isEmpty() ? run.stats() : new ImportStats();
        return new Judge(run.facts(), comms, stats, options.with(lessons), rules, List.of(rules));
    }
}
