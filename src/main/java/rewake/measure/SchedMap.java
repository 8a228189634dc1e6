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
    /** Cells for a name. */
    private static final int NAME = 3;

    private final Selection selection;
    private final Sink sink;
    private final PerfTasks tasks;
    private @Nullable String[] shortNames = new String[256];
    /** Who runs on each CPU, −1 where it has not switched yet. */
    private int[] runs = new int[0];
    /** Where the cells of each CPU begin, −1 where it is not shown. */
    private int[] place = new int[0];

    private char[] cells = new char[0];
    private int busy;

    private int named;

    SchedMap(int cpus, Comms comms, Selection selection, Sink sink) {
        this.selection = selection;
        this.sink = sink;
        tasks = new PerfTasks(comms);
        growCpus(cpus);
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
        cells[place[switched]] = '*';
        var line = new String(cells);
        cells[place[switched]] = ' ';
        return line;
    }

    /** CPUs that run a task and are not idle, of those that are shown. */
    int busy() {
        return busy;
    }

    /** Notes in the line of a CPU that is shown who runs there. */
    private void show(int cpu, int before, int task) {
        if (before >= 0 && tasks.tid(before) != 0) busy--;
        if (tasks.tid(task) != 0) busy++;
        String who = shortName(task);
        for (int i = 0; i < NAME; i++) cells[place[cpu] + 1 + i] = i < who.length() ? who.charAt(i) : ' ';
    }

    private void switched(EventBatch batch, int row) {
        int task = tasks.of(batch.otherPid(row), PerfTasks.UNKNOWN);
        tasks.seen(task, batch.otherComm(row));
        int cpu = batch.cpu();
        if (cpu >= runs.length) growCpus(cpu + 1);
        int before = runs[cpu];
        runs[cpu] = task;
        boolean isNew = task >= shortNames.length || shortNames[task] == null;
        if (isNew) name(task);
        if (place[cpu] >= 0) show(cpu, before, task);
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
        place = Arrays.copyOf(place, n);
        int end = cells.length;
        for (int cpu = old; cpu < n; cpu++) {
            place[cpu] = selection.cpu(cpu) ? end : -1;
            if (selection.cpu(cpu)) end += 1 + NAME;
        }
        int from = cells.length;
        cells = Arrays.copyOf(cells, end);
        Arrays.fill(cells, from, end, ' ');
    }
}
