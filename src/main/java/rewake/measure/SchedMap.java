package rewake.measure;

import rewake.observe.Selection;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;

/**
 * Who runs on each CPU after each switch, as {@code perf sched map} shows it: each task has a short name from the moment it
 * is first switched in, {@code A0} to {@code Z0}, then {@code A1} and so on; the idle task is {@code .}. After 260 tasks perf
 * begins again with {@code A0}; here a letter goes before: {@code aA0}.
 *
 * <p>Memory: per CPU and per task. Source: {@code tools/perf/Documentation/perf-sched.txt}, behaviour of perf 6.1 checked on
 * recordings.
 */
final class SchedMap implements EventConsumer {
    /** Takes each switch, valid during the call only. */
    interface Sink {
        /**
         * One switch.
         *
         * @param task who runs now
         * @param named whether perf says its name here: it is new, or has another name than when it was last said
         */
        void switched(long timeNs, int cpu, int task, boolean named);
    }

    private static final int LETTERS = 26;
    private static final int DIGITS = 10;

    private final Selection selection;
    private final Sink sink;
    private final PerfTasks tasks;
    private @Nullable String[] shortNames = new String[256];
    /** Who runs on each CPU, −1 where it has not switched yet. */
    private int[] runs;

    private int named;

    SchedMap(int cpus, Comms comms, Selection selection, Sink sink) {
        this.selection = selection;
        this.sink = sink;
        tasks = new PerfTasks(comms);
        runs = new int[cpus];
        Arrays.fill(runs, -1);
    }

    @Override
    public void event(EventBatch batch, int row) {
        if (batch.kind(row) == EventKind.SWITCH.ordinal()) switched(batch, row);
        else tasks.record(batch, row);
    }

    PerfTasks tasks() {
        return tasks;
    }

    /** What stands for a task that was switched in. */
    String shortName(int task) {
        String name = task < shortNames.length ? shortNames[task] : null;
        if (name == null) throw new IllegalStateException("task " + task + " was never switched in");
        return name;
    }

    /** The CPUs that are shown, each in four cells: a star for the one that switched, and who runs there. */
    String line(int switched) {
        var line = new StringBuilder(4 * runs.length);
        for (int cpu = 0; cpu < runs.length; cpu++) {
            if (!selection.cpus().isEmpty() && !selection.cpus().get(cpu)) continue;
            line.append(cpu == switched ? '*' : ' ');
            String who = runs[cpu] < 0 ? "" : shortName(runs[cpu]);
            line.append(who).repeat(' ', 3 - who.length());
        }
        return line.toString();
    }

    /** CPUs that run a task and are not idle, of those that are shown. */
    int busy() {
        int busy = 0;
        for (int cpu = 0; cpu < runs.length; cpu++)
            if (runs[cpu] >= 0
                    && tasks.tid(runs[cpu]) != 0
                    && (selection.cpus().isEmpty() || selection.cpus().get(cpu))) busy++;
        return busy;
    }

    private void switched(EventBatch batch, int row) {
        int task = tasks.of(batch.otherPid(row), PerfTasks.UNKNOWN);
        tasks.seen(task, batch.otherComm(row));
        int cpu = batch.cpu();
        if (cpu >= runs.length) growCpus(cpu + 1);
        runs[cpu] = task;
        boolean isNew = task >= shortNames.length || shortNames[task] == null;
        if (isNew) name(task);
        if (!selection.delay(cpu, batch.timeNs(row))) return;
        boolean renamed = tasks.renamed(task);
        sink.switched(batch.timeNs(row), cpu, task, isNew || renamed);
    }

    private void name(int task) {
        if (task >= shortNames.length) shortNames = Arrays.copyOf(shortNames, Math.max(task + 1, task * 2));
        shortNames[task] = tasks.tid(task) == 0 ? "." : nth(named++);
    }

    private static String nth(int n) {
        int before = n / (LETTERS * DIGITS);
        String name = "" + (char) ('A' + n % LETTERS) + n / LETTERS % DIGITS;
        return before == 0 ? name : (char) ('a' + (before - 1) % LETTERS) + name;
    }

    private void growCpus(int n) {
        int old = runs.length;
        runs = Arrays.copyOf(runs, n);
        Arrays.fill(runs, old, n, -1);
    }
}
