package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.seconds;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.ImportStats;
import rewake.observe.chain.ChainKind;
import rewake.observe.chain.ChainPath;
import rewake.observe.LatencyHistogram;
import rewake.observe.chain.WakeContext;
import rewake.observe.chain.Wakers;
import rewake.report.Column;
import rewake.report.Table;
import rewake.timeline.Tasks;

/** The tables of {@code rewake chains}. */
public final class ChainTables {
    private static final List<Column> PARTS = List.of(
            seconds("from_ns", "From s"),
            detail(seconds("to_ns", "To s")),
            ms("duration_ns", "Length ms"),
            text("task", "Task"),
            count("pid", "Pid"),
            text("kind", "Kind"),
            count("cpu", "CPU"),
            text("behind", "Behind"),
            count("behind_pid", "Pid"),
            text("waker", "Woken by"),
            count("waker_pid", "Pid"),
            detail(count("waker_cpu", "On CPU")),
            text("context", "Context"));

    private static final int[] WAKER_PERCENTILES = {50, 99};

    private final ChainPath path;
    private final Tasks tasks;
    private final Comms comms;
    private final LostEvents lost;
    private final long spanNs;

    /**
     * Tables of a path.
     *
     * @param spanNs how long the trace is: no wait is longer
     */
    public ChainTables(ChainPath path, Tasks tasks, Comms comms, ImportStats stats, long spanNs) {
        lost = new LostEvents(stats);
        this.spanNs = spanNs;
        this.path = path;
        this.tasks = tasks;
        this.comms = comms;
    }

    /** Tables {@code summary, behind, wakers, longest} and {@code path}; tables of tasks and parts have so many rows at most. */
    public List<Table> of(Wakers wakers, int top) {
        return List.of(summary(top), behind(top), wakers(wakers, top), longest(top), parts());
    }

    /** In one line: how long each kind takes on the path. */
    public String headline() {
        var sums = new long[ChainKind.values().length];
        for (int part = 0; part < path.size(); part++) sums[path.kind(part).ordinal()] += length(part);
        long waits = 0;
        for (ChainKind kind : ChainKind.values()) if (kind.waits()) waits += sums[kind.ordinal()];
        long tasksOnIt =
                IntStream.range(0, path.size()).map(path::task).distinct().count();
        return String.format(
                Locale.ROOT,
                "%.3f ms = %.3f running (%s) + %.3f waiting for a CPU + %.3f asleep%s",
                (path.endNs() - path.startNs()) / 1e6,
                sums[ChainKind.RUNNING.ordinal()] / 1e6,
                tasksOnIt == 1 ? "1 task" : tasksOnIt + " tasks",
                waits / 1e6,
                sums[ChainKind.SLEEPING.ordinal()] / 1e6,
                sums[ChainKind.UNKNOWN.ordinal()] == 0
                        ? ""
                        : String.format(Locale.ROOT, " + %.3f unknown", sums[ChainKind.UNKNOWN.ordinal()] / 1e6));
    }

    /** Share of the path that is known. */
    public @Nullable Double knownShare() {
        long unknown = 0;
        for (int part = 0; part < path.size(); part++)
            if (path.kind(part) == ChainKind.UNKNOWN) unknown += length(part);
        long all = path.endNs() - path.startNs();
        return share(all - unknown, all);
    }

    /** How many parts follow a wake in a soft interrupt on top of a task: which the path did not follow. */
    public int softirqsOnTasks() {
        int n = 0;
        for (int part = 0; part < path.size(); part++)
            if (path.kind(part) == ChainKind.SLEEPING
                    && path.context(part) == WakeContext.SOFTIRQ
                    && !tasks.isIdle(path.waker(part))) n++;
        return n;
    }

    /** Name and pid of a task. */
    public String who(int task) {
        return name(task) + ":" + tasks.pid(task);
    }

    private record Who(int task, ChainKind kind) {}

    private static final class Sum {
        long ns;
        long n;
        long max;

        void add(long length) {
            ns += length;
            n++;
            max = Math.max(max, length);
        }
    }

    private Table summary(int top) {
        Map<Who, Sum> sums = new LinkedHashMap<>();
        for (int part = 0; part < path.size(); part++)
            sums.computeIfAbsent(new Who(path.task(part), path.kind(part)), _ -> new Sum())
                    .add(length(part));
        return Table.of(
                        "summary",
                        "Who takes the time of the path",
                        List.of(
                                text("task", "Task"),
                                count("pid", "Pid"),
                                text("kind", "Kind"),
                                ms("time_ns", "Time ms"),
                                percent("share", "Share %"),
                                count("parts", "Parts"),
                                ms("max_ns", "Longest ms")),
                        rows(sums, top, (who, sum) -> new @Nullable Object[] {
                            name(who.task),
                            pid(who.task),
                            who.kind.id(),
                            sum.ns,
                            share(sum.ns, path.endNs() - path.startNs()),
                            sum.n,
                            sum.max
                        }))
                .withNotes(cut(sums.size(), top, "rows"))
                .withNotes(pathNotes());
    }

    private List<String> pathNotes() {
        if (!lost.any()) return List.of();
        return List.of(
                "events are missing: the path is the one that those seen show, and it is unknown where they do not; a lost"
                        + " wake-up or switch may lead it elsewhere, so its times have no bounds");
    }

    private Table behind(int top) {
        Map<Integer, Sum> sums = new LinkedHashMap<>();
        for (int part = 0; part < path.size(); part++) {
            if (!path.kind(part).waits()) continue;
            int behind = path.behind(part);
            int key = behind >= 0 && tasks.isIdle(behind) ? IDLE : behind;
            sums.computeIfAbsent(key, _ -> new Sum()).add(length(part));
        }
        var notes = new ArrayList<>(cut(sums.size(), top, "tasks"));
        if (sums.containsKey(IDLE))
            notes.add("idle: the CPU ran nothing else; what it takes to hear of a wake-up and to switch");
        return Table.of(
                        "behind",
                        "Behind whom the path waited for a CPU",
                        List.of(
                                text("task", "Task"),
                                count("pid", "Pid"),
                                ms("time_ns", "Time ms"),
                                percent("share", "Share %"),
                                count("parts", "Parts"),
                                ms("max_ns", "Longest ms")),
                        rows(sums, top, (task, sum) -> new @Nullable Object[] {
                            task == IDLE ? "idle" : name(task),
                            task == IDLE ? (Long) 0L : pid(task),
                            sum.ns,
                            share(sum.ns, path.endNs() - path.startNs()),
                            sum.n,
                            sum.max
                        }))
                .withNotes(notes);
    }

    private static final int IDLE = -2;

    private interface RowOf<K> {
        @Nullable
        Object[] of(K key, Sum sum);
    }

    private static <K> List<@Nullable Object[]> rows(Map<K, Sum> sums, int top, RowOf<K> row) {
        return sums.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<K, Sum> e) -> -e.getValue().ns))
                .limit(top)
                .map(e -> row.of(e.getKey(), e.getValue()))
                .toList();
    }

    private Table wakers(Wakers wakers, int top) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (WakeContext in : WakeContext.values()) {
            LatencyHistogram of = wakers.in(in);
            if (of != null) rows.add(wakes("woken_by", null, null, in.id(), of));
        }
        addTasks(rows, "woken_by", wakers::by);
        addTasks(rows, "wakes", wakers::wakes);
        Comparator<@Nullable Object[]> direction = Comparator.comparing(r -> String.valueOf(r[0]));
        var columns = new ArrayList<>(List.of(
                text("direction", "Direction"),
                text("task", "Task"),
                count("pid", "Pid"),
                text("context", "Context"),
                count("count", "Count"),
                ms("latency_mean_ns", "Mean latency ms"),
                ms("latency_p50_ns", "p50 ms"),
                ms("latency_p99_ns", "p99 ms"),
                ms("latency_max_ns", "Max ms")));
        columns.addAll(BoundColumns.of("count", "latency_", lost.any(), WAKER_PERCENTILES));
        rows.sort(direction.reversed().thenComparingLong(r -> r[4] instanceof Long n ? -n : 0));
        return Table.of(
                        "wakers",
                        "Who wakes it, and whom it wakes",
                        columns,
                        rows.stream().limit(top).toList())
                .withNotes(lost.any() ? List.of(lost.note()) : List.of())
                .withNotes(cut(rows.size(), top, "rows"));
    }

    private void addTasks(List<@Nullable Object[]> rows, String direction, IntFunction<@Nullable LatencyHistogram> of) {
        for (int task = 0; task < tasks.size(); task++) {
            LatencyHistogram latency = of.apply(task);
            if (latency != null) rows.add(wakes(direction, name(task), pid(task), WakeContext.TASK.id(), latency));
        }
    }

    private @Nullable Object[] wakes(
            String direction, @Nullable String task, @Nullable Long pid, String context, LatencyHistogram of) {
        var cells = new ArrayList<@Nullable Object>(Arrays.asList(new @Nullable Object[] {
            direction,
            task,
            pid,
            context,
            of.count(),
            of.sumNs() / of.count(),
            of.percentileNs(0.5),
            of.percentileNs(0.99),
            of.maxNs()
        }));
        cells.addAll(BoundColumns.cells(lost.durations(of, 0, spanNs), WAKER_PERCENTILES));
        return cells.toArray();
    }

    private Table longest(int top) {
        List<@Nullable Object[]> rows = IntStream.range(0, path.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer part) -> -length(part)))
                .limit(top)
                .sorted(Comparator.reverseOrder())
                .map(this::part)
                .toList();
        return Table.of("longest", "Longest parts of the path, in order of time", PARTS, rows)
                .withNotes(cut(path.size(), top, "parts"));
    }

    private Table parts() {
        return new Table("path", "The path", PARTS, sink -> {
            var batch = new ArrayList<@Nullable Object[]>();
            for (int part = path.size() - 1; part >= 0; part--) {
                batch.add(part(part));
                if (batch.size() < 4096 && part > 0) continue;
                sink.accept(batch);
                batch.clear();
            }
        });
    }

    private @Nullable Object[] part(int part) {
        WakeContext context = path.context(part);
        int behind = path.behind(part);
        int waker = path.waker(part);
        return new @Nullable Object[] {
            path.fromNs(part),
            path.toNs(part),
            length(part),
            name(path.task(part)),
            pid(path.task(part)),
            path.kind(part).id(),
            path.cpu(part) < 0 ? null : (Long) (long) path.cpu(part),
            behind < 0 ? null : name(behind),
            behind < 0 ? null : pid(behind),
            waker < 0 ? null : name(waker),
            waker < 0 ? null : pid(waker),
            path.wakerCpu(part) < 0 ? null : (Long) (long) path.wakerCpu(part),
            context == WakeContext.NONE ? null : context.id()
        };
    }

    private long length(int part) {
        return path.toNs(part) - path.fromNs(part);
    }

    private static List<String> cut(int n, int top, String what) {
        return n > top ? List.of("the first " + top + " of " + n + " " + what + " (--top)") : List.of();
    }

    private @Nullable Long pid(int task) {
        return task < 0 ? null : (Long) (long) tasks.pid(task);
    }

    private @Nullable String name(int task) {
        if (task < 0) return null;
        if (tasks.isIdle(task)) return "idle";
        return tasks.comm(task) == 0 ? ":" + tasks.pid(task) : comms.text(tasks.comm(task));
    }
}
