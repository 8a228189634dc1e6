package rewake.cli;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rewake.observe.Selection;

/** Which tasks have rows, and what a row stands for, where {@code -p} means what it means to perf sched latency. */
final class TaskRows {
    @Option(
            names = {"-p", "--pids"},
            description = "one row per task instead of one per name, as in perf")
    boolean perPid;

    @Option(names = "--pid", split = ",", paramLabel = "PID", description = "only tasks of these processes")
    private List<Integer> processes = List.of();

    @Option(
            names = {"-t", "--tid"},
            split = ",",
            paramLabel = "TID",
            description = "only these tasks")
    private List<Integer> threads = List.of();

    @Option(names = "--comm", paramLabel = "NAME", description = "only tasks of this name (repeatable)")
    private List<String> names = List.of();

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "show the first N rows of tasks only (default: all, as 0)")
    private int top;

    void check() {
        Top.check(top);
    }

    /** How many rows of tasks are shown at most. */
    int top() {
        return Top.rows(top);
    }

    /** What was asked for, beside CPUs and a window. */
    Asked asked(Selection selection) {
        return new Asked(selection, processes, threads, names);
    }

    /** Whether a task has a row; its name is asked for where names were given, null where it has none. */
    boolean show(int tid, int tgid, Supplier<@Nullable String> name) {
        return (processes.isEmpty() || processes.contains(tgid))
                && (threads.isEmpty() || threads.contains(tid))
                && (names.isEmpty() || names.contains(name.get()));
    }
}
