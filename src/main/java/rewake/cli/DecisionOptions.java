package rewake.cli;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.observe.Selection;
import rewake.replay.Cgroups;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;

/** Which wake-ups are judged, and how: options of all commands that judge many. */
final class DecisionOptions {
    @Mixin
    private Window window = new Window();

    @Mixin
    private JudgeKnowledge knowledge = new JudgeKnowledge();

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

    /** How near events of other CPUs are in doubt, ns. */
    long raceWindowNs() {
        return knowledge.raceWindowNs();
    }

    /** Checks what does not depend on the trace. */
    void check() {
        knowledge.check();
    }

    /** The groups that the user told, or null. */
    @Nullable
    Cgroups toldCgroups() throws IOException {
        return knowledge.toldCgroups();
    }

    /** Who runs under SCHED_IDLE, as the user told. */
    Set<String> schedIdle() {
        return knowledge.schedIdle();
    }

    /** What the user should know of the state that wake-ups were judged in. */
    List<String> caveats(TraceRun run, Judge judge) {
        return knowledge.caveats(run, judge);
    }

    /** The part of one trace. */
    Selection selection(TraceRun run) throws IOException {
        return window.selection(run.facts().cpus(), run::span);
    }

    /** What was asked for of that part. */
    Asked asked(Selection selection) {
        return new Asked(selection, processes, threads, names);
    }

    /** The options for one trace. */
    JudgeOptions of(TraceRun run, Selection selection) throws IOException {
        return knowledge.part(run, selection, names, processes, threads);
    }
}
