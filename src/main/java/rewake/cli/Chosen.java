package rewake.cli;

import java.util.List;
import picocli.CommandLine.Option;
import rewake.event.Comms;
import rewake.observe.ChosenTasks;
import rewake.observe.Selection;

/** Which tasks count. */
final class Chosen {
    @Option(
            names = {"-p", "--pid"},
            split = ",",
            paramLabel = "PID",
            description = "only tasks of these processes")
    private List<Integer> processes = List.of();

    @Option(
            names = {"-t", "--tid"},
            split = ",",
            paramLabel = "TID",
            description = "only these tasks")
    private List<Integer> threads = List.of();

    @Option(names = "--comm", paramLabel = "NAME", description = "only tasks while they have this name (repeatable)")
    private List<String> names = List.of();

    /** What was asked for, beside CPUs and a window. */
    Asked asked(Selection selection) {
        return new Asked(selection, processes, threads, names);
    }

    ChosenTasks of(Comms comms) {
        return new ChosenTasks(processes, threads, names, comms);
    }
}
