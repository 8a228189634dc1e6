package rewake.observe;

import java.util.List;
import rewake.event.Comms;
import rewake.timeline.Tasks;

/**
 * Which tasks count. Names and processes are looked up when something happens to a task: what it was called before it got
 * the name does not count.
 */
public final class ChosenTasks {
    private final List<Integer> processes;
    private final List<Integer> threads;
    private final List<String> names;
    private final Comms comms;
    private byte[] named = new byte[64];

    /** Tasks of these processes, with these thread ids, of these names; an empty list restricts nothing. */
    public ChosenTasks(List<Integer> processes, List<Integer> threads, List<String> names, Comms comms) {
        this.processes = List.copyOf(processes);
        this.threads = List.copyOf(threads);
        this.names = List.copyOf(names);
        this.comms = comms;
    }

    /** Every task. */
    public static ChosenTasks all(Comms comms) {
        return new ChosenTasks(List.of(), List.of(), List.of(), comms);
    }

    /** Whether the task counts. */
    public boolean has(Tasks tasks, int task) {
        return (processes.isEmpty() || processes.contains(tasks.tgid(task)))
                && (threads.isEmpty() || threads.contains(tasks.pid(task)))
                && (names.isEmpty() || isNamed(tasks.comm(task)));
    }

    private boolean isNamed(int comm) {
        if (comm >= named.length) named = java.util.Arrays.copyOf(named, Math.max(comm + 1, 2 * named.length));
        if (named[comm] == 0) named[comm] = (byte) (names.contains(comms.text(comm)) ? 2 : 1);
        return named[comm] == 2;
    }
}
