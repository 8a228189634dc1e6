package rewake.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.Comms;
import rewake.measure.Census;
import rewake.measure.Evidence;
import rewake.measure.ExplainTables;
import rewake.measure.Fidelity;
import rewake.measure.InfoTables;
import rewake.replay.Explanation;
import rewake.replay.Judge;
import rewake.replay.SkipReason;
import rewake.report.Printable;
import rewake.report.Report;

/** {@code rewake explain}: one wake-up, and why each model put it where it did. */
@Command(
        name = "explain",
        description = {
            "Why a wake-up went where it did: each question that the kernel asks, in its order, with the CPU that it is about,"
                    + " for the recorded kernel's model and for variants; what the trace leaves open and what the other value"
                    + " would give; which events raced.",
            "",
            "Example: a wake-up that perf sched timehist shows at 3.832173:",
            "  rewake explain perf.data --at 3.832173 --pid 1234 --patch cluster-wakeup",
            ""
        },
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private Input input = new Input();

    @Mixin
    private TraceOptions traceOptions = new TraceOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private ModelOptions models = new ModelOptions();

    @Mixin
    private JudgeKnowledge knowledge = new JudgeKnowledge();

    @Option(
            names = "--at",
            required = true,
            paramLabel = "TIME",
            description =
                    "seconds of the trace clock, as perf prints them; the nearest wake-up of the task is explained")
    private String at = "";

    @Option(
            names = {"-p", "--pid"},
            required = true,
            paramLabel = "PID",
            description = "the task that was woken (its thread id, as sched events print it)")
    private int pid;

    @Override
    public Integer call() throws Exception {
        knowledge.check();
        long atNs = Window.ns("--at", at);
        var nearest = new Nearest(pid, atNs);
        try (TraceRun run = TraceRun.open(input, traceOptions, output)) {
            Variants variants = models.of(run.facts());
            Judge judge = new Judge(
                    run.facts(),
                    run.comms(),
                    run.stats(),
                    knowledge.everything(run),
                    variants.recorded(),
                    variants.models());
            judge.explainTo(nearest);
            run.read(new EachOf(List.of(judge, nearest)));
            judge.finish();
            String why = InfoTables.whyNoWhatif(run.facts(), run.census());
            if (why != null) throw new IOException(input.name() + ": wake-ups cannot be judged: " + why);
            check(atNs, run.census());
            Explanation explanation = nearest.explanation();
            if (explanation == null) {
                if (nearest.nearerSkipped() == null) throw new UsageException(none(nearest, run.comms()));
                throw new IOException(skipped(nearest));
            }
            return output.write(report(run, variants, judge, nearest, explanation), run.stats());
        }
    }

    /** perf prints times cut to the us. */
    private void check(long atNs, Census census) {
        Window.checkReached("--at " + at, atNs - 1000, atNs + 1000, census);
    }

    private Report report(TraceRun run, Variants variants, Judge judge, Nearest nearest, Explanation e)
            throws IOException {
        Fidelity fidelity = Fidelity.of(judge.judged());
        Evidence evidence = run.evidence("explain")
                .model(e.models().getFirst().name(), variants.names())
                .kinds(
                        List.of("waking time", "tasks", "waker's CPU", "prev_cpu", "recorded CPU"),
                        List.of("steps", "alternatives", "decision instant", "idle CPUs", "races"))
                .inferred(judge.inferred())
                .trust(fidelity.exactShare(), fidelity.skill(), "one decision")
                .note("recorded_kernel_model", judge.judged().model())
                .note("race_window_ns", knowledge.raceWindowNs())
                .note("kernel_note", variants.note());
        var headline = new ArrayList<String>();
        headline.add(
                e.wakee() + " was woken at " + Window.seconds(e.wakingNs()) + off(e.wakingNs()) + " by " + e.waker()
                        + " on CPU " + e.thisCpu() + ", prev CPU " + e.prev() + "; the kernel chose CPU " + e.chosen());
        SkipReason reason = nearest.nearerSkipped();
        if (reason != null)
            headline.add("its wake-up at " + Window.seconds(nearest.skippedNs())
                    + " is nearer, but took no decision that can be judged: " + reason.id());
        headline.addAll(ExplainTables.verdicts(e));
        headline.add(variants.note());
        headline.addAll(knowledge.caveats(run, judge));
        headline.addAll(Evidence.lossLines(run.stats()));
        return new Report("explain", evidence.tree(), headline, ExplainTables.of(e), List.of(), List.of());
    }

    private String skipped(Nearest nearest) {
        return input.name() + ": no wake-up of " + pid + " took a decision that can be judged; the one at "
                + Window.seconds(nearest.skippedNs()) + ": "
                + Objects.requireNonNull(nearest.nearerSkipped()).id();
    }

    private String none(Nearest nearest, Comms comms) {
        String others = nearest.others().stream()
                .map(o -> Printable.text(comms.text(o.comm())) + ":" + o.pid() + " at " + Window.seconds(o.wakingNs()))
                .collect(Collectors.joining(", "));
        return "--pid " + pid + ": no wake-up of it in the trace" + (others.isEmpty() ? "" : "; nearest are " + others);
    }

    /** How far the wake-up is from the time that was asked for. */
    private String off(long wakingNs) {
        long late = wakingNs - Window.ns("--at", at);
        if (late == 0) return "";
        return " (" + BigDecimal.valueOf(Math.abs(late), 3).toPlainString() + " us " + (late > 0 ? "after" : "before")
                + " --at)";
    }
}
