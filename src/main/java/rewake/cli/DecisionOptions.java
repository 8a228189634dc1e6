package rewake.cli;

import java.io.IOException;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.measure.Selection;
import rewake.replay.JudgeOptions;
import rewake.replay.Lessons;

/** Which wake-ups are judged, and what the user knows that no event tells: options of all commands that judge. */
final class DecisionOptions {
    private static final long MAX_RACE_WINDOW_NS = 100_000;

    @Mixin
    private Window window = new Window();

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

    /** How near events of other CPUs are in doubt, ns. */
    long raceWindowNs() {
        return raceWindowNs;
    }

    /** Checks what does not depend on the trace. */
    void check() {
        if (raceWindowNs < 0 || raceWindowNs > MAX_RACE_WINDOW_NS)
            throw new UsageException("--race-window is in ns, 0 to " + MAX_RACE_WINDOW_NS);
    }

    /** The options for one trace. */
    JudgeOptions of(TraceRun run) throws IOException {
        Selection selection = window.selection(run.facts().cpus(), run::span);
        return new JudgeOptions(
                raceWindowNs,
                schedIdle,
                selection.cpus(),
                names,
                processes,
                threads,
                selection.startNs(),
                selection.stopNs(),
                Lessons.ALL);
    }
}
