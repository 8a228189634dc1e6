package rewake.cli;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import rewake.catalogue.UsageException;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.observe.Selection;
import rewake.report.Printable;

/**
 * What a user asked to be shown, looked for in the trace: where an option names nothing that the trace has, tables would be
 * empty and nobody would know why. One that names something and something else that is not there is told on standard error.
 */
final class Asked implements EventConsumer {
    private static final int SIDE_BAND = EventKind.COMM.ordinal();
    private static final int COMM = EventKind.COMM.ordinal();
    private static final int FORK = EventKind.FORK.ordinal();

    private final Selection selection;
    private final String threadOption;
    private final Map<Integer, Boolean> processes;
    private final Map<Integer, Boolean> threads;
    private final Set<String> names;
    private final Map<Integer, Integer> processOf = new LinkedHashMap<>();
    private final BitSet comms = new BitSet();

    /** Everything that options can name. */
    Asked(Selection selection, Collection<Integer> processes, Collection<Integer> threads, Collection<String> names) {
        this(selection, "--tid", processes, threads, names);
    }

    private Asked(
            Selection selection,
            String threadOption,
            Collection<Integer> processes,
            Collection<Integer> threads,
            Collection<String> names) {
        this.threadOption = threadOption;
        this.selection = selection;
        this.processes = unseen(processes);
        this.threads = unseen(threads);
        this.names = Set.copyOf(names);
    }

    /** CPUs and a window. */
    Asked(Selection selection) {
        this(selection, List.of(), List.of(), List.of());
    }

    /** One task, by an option {@code --pid} that takes a thread id. */
    static Asked task(Selection selection, int pid) {
        return new Asked(selection, "--pid", List.of(), List.of(pid), List.of());
    }

    private static Map<Integer, Boolean> unseen(Collection<Integer> ids) {
        var map = new LinkedHashMap<Integer, Boolean>();
        ids.forEach(id -> map.put(id, false));
        return map;
    }

    /** Whether tasks are named: only events tell whether they are there. */
    boolean ofTasks() {
        return !processes.isEmpty() || !threads.isEmpty() || !names.isEmpty();
    }

    /** {@code consumer}, and this beside it where it has to see the events. */
    EventConsumer beside(EventConsumer consumer) {
        return ofTasks() ? new FanOut(consumer, this) : consumer;
    }

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        if (kind >= SIDE_BAND) {
            if (kind == COMM || kind == FORK) processOf.put(batch.pid(row), batch.otherPid(row));
            return;
        }
        seen(processes, batch.currentTgid(row));
        task(batch.currentPid(row));
        task(batch.pid(row));
        task(batch.otherPid(row));
        comms.set(batch.comm(row));
        comms.set(batch.otherComm(row));
    }

    private void task(int tid) {
        seen(threads, tid);
        if (processes.isEmpty()) return;
        Integer process = processOf.get(tid);
        if (process != null) seen(processes, process);
    }

    private static void seen(Map<Integer, Boolean> ids, int id) {
        if (!ids.isEmpty()) ids.computeIfPresent(id, (_, _) -> true);
    }

    /**
     * Says what is not there.
     *
     * @throws UsageException where nothing that an option names is
     */
    void check(TraceRun run, Output output) {
        if (run.census().total() == 0) return;
        Window.checkReached("--time", selection.startNs(), selection.stopNs(), run.census());
        Set<Integer> silent = new HashSet<>();
        selection.cpus().stream().filter(cpu -> run.census().onCpu(cpu) == 0).forEach(silent::add);
        report(output, "-C", selection.cpus().cardinality(), silent, "no event on a CPU of this number", "");
        boolean told = run.census().count(EventKind.COMM) > 0;
        report(
                output,
                "--pid",
                processes.size(),
                missing(processes),
                told ? "no process of this id has an event" : "this trace does not tell which task is of which process",
                told ? "; --tid names a single task" : "; take --tid or --comm");
        report(output, threadOption, threads.size(), missing(threads), "no task of this id has an event", "");
        checkNames(names, comms.stream().mapToObj(run.comms()::text).collect(Collectors.toSet()), output);
    }

    private static Set<Integer> missing(Map<Integer, Boolean> ids) {
        return ids.entrySet().stream()
                .filter(e -> !e.getValue())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** The same for names, where it is known which there are. */
    static void checkNames(Collection<String> names, Set<String> there, Output output) {
        Set<String> missing = names.stream().filter(n -> !there.contains(n)).collect(Collectors.toSet());
        if (missing.isEmpty()) return;
        List<String> near = NearNames.of(missing, there);
        String nearest = near.isEmpty()
                ? ""
                : "; nearest: " + near.stream().map(Printable::text).collect(Collectors.joining(", "));
        report(output, "--comm", names.size(), missing, "no task of this name has an event", nearest);
    }

    private static void report(Output output, String option, int asked, Set<?> missing, String what, String advice) {
        if (missing.isEmpty()) return;
        String list = missing.stream().map(String::valueOf).sorted().collect(Collectors.joining(","));
        String line = option + " " + list + ": " + what + advice;
        if (missing.size() == asked) throw new UsageException(line);
        output.note(line);
    }
}
