package rewake.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.measure.InfoTables;
import rewake.observe.Selection;
import rewake.replay.Cgroups;
import rewake.replay.Judge;
import rewake.replay.JudgeOptions;

/** What the user knows of a recording that no event tells: options of all commands that judge. */
final class JudgeKnowledge {
    private static final long MAX_RACE_WINDOW_NS = 100_000;

    @Mixin
    private TaskKnowledge tasks = new TaskKnowledge();

    @Option(
            names = "--race-window",
            paramLabel = "NS",
            description = "events of other CPUs within this many ns of a decision may have been seen or not, and such a"
                    + " decision teaches nothing about what is inferred, so that other answers move too (default:"
                    + " ${DEFAULT-VALUE})")
    private long raceWindowNs = JudgeOptions.RACE_WINDOW_NS;

    /** How near events of other CPUs are in doubt, ns. */
    long raceWindowNs() {
        return raceWindowNs;
    }

    /** Checks what does not depend on the trace. */
    void check() {
        if (raceWindowNs < 0 || raceWindowNs > MAX_RACE_WINDOW_NS)
            throw new UsageException("--race-window is in ns, 0 to " + MAX_RACE_WINDOW_NS);
    }

    /** The groups that the user told, or null. */
    @Nullable
    Cgroups toldCgroups() throws IOException {
        return tasks.told();
    }

    /** Who runs under SCHED_IDLE, as the user told. */
    Set<String> schedIdle() {
        return tasks.schedIdle();
    }

    /** What the user should know of the state that wake-ups were judged in. */
    List<String> caveats(TraceRun run, Judge judge) {
        var caveats = new ArrayList<String>();
        String topology = InfoTables.assumedTopology(run.facts());
        if (topology != null) caveats.add(topology);
        for (String who : judge.unmatchedSchedIdle()) caveats.add("--sched-idle: no task is called '" + who + "'");
        for (String who : judge.unmatchedCgroups()) caveats.add("--cgroups: no task is called '" + who + "'");
        caveats.addAll(run.notes());
        return caveats;
    }

    /** With every wake-up selected. Where load tracking events may tell groups and the user does not, by a pass of its own. */
    JudgeOptions everything(TraceRun run) throws IOException {
        Cgroups groups = tasks.told();
        return JudgeOptions.all()
                .knowing(raceWindowNs, tasks.schedIdle(), groups == null ? run.recordedCgroups() : groups);
    }

    /** Judging a part of a trace: of these tasks where any are named. */
    JudgeOptions part(
            TraceRun run, Selection selection, Set<String> names, Set<Integer> processes, Set<Integer> threads)
            throws IOException {
        JudgeOptions all = everything(run);
        return new JudgeOptions(
                all.raceWindowNs(),
                all.schedIdle(),
                all.cgroups(),
                selection.cpus(),
                names,
                processes,
                threads,
                selection.startNs(),
                selection.stopNs(),
                all.lessons());
    }
}
