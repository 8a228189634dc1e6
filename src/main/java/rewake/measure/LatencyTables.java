package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.seconds;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.observe.LatencyBounds;
import rewake.observe.LatencyHistogram;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Table;

/** The tables of {@code rewake latency}: perf's rows in perf's order, with percentiles. */
public final class LatencyTables {
    private static final List<Column> COLUMNS = List.of(
            text("task", "Task"),
            count("pid", "Pid"),
            Columns.hidden("tgid", ColumnType.LONG),
            ms("runtime_ns", "Runtime ms"),
            count("count", "Count"),
            ms("delay_avg_ns", "Avg delay ms"),
            ms("delay_max_ns", "Max delay ms"),
            ms("delay_sum_ns", "Sum delay ms"),
            detail(seconds("delay_max_start_ns", "Max delay start s")),
            detail(seconds("delay_max_end_ns", "Max delay end s")),
            ms("p50_ns", "p50 ms"),
            ms("p95_ns", "p95 ms"),
            ms("p99_ns", "p99 ms"),
            ms("p999_ns", "p99.9 ms"),
            detail(count("tasks", "Tasks")));
    /** A switch names two tasks, so one that is lost can count twice where several tasks are one row. */
    private static final int TASKS_OF_SWITCH = 2;

    private static final Comparator<Row> BY_AVG = Comparator.comparingLong(Row::avgNs);
    private static final Comparator<Row> BY_MAX = Comparator.comparingLong(r -> r.delays.maxNs());
    private static final Comparator<Row> BY_SWITCH = Comparator.comparingLong(r -> r.delays.count());
    private static final Comparator<Row> BY_SUM = Comparator.comparingLong(r -> r.delays.sumNs());
    private static final Comparator<Row> BY_RUNTIME = Comparator.comparingLong(r -> r.runtimeNs);

    private LatencyTables() {}

    /** What rows can be sorted by, with perf's names; {@code sum} is ours. */
    public enum Key {
        /** Average delay. */
        AVG(BY_AVG),
        /** Longest delay. */
        MAX(BY_MAX),
        /** Sum of all delays. */
        SUM(BY_SUM),
        /** Number of delays. */
        SWITCH(BY_SWITCH),
        /** Run time. */
        RUNTIME(BY_RUNTIME),
        /** Thread id. */
        PID(Comparator.comparingLong(r -> r.tid));

        private final Comparator<Row> order;

        Key(Comparator<Row> order) {
            this.order = order;
        }

        /** The name on the command line. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** The order perf sorts by unless told. */
    public static final List<Key> PERF_ORDER = List.of(Key.AVG, Key.MAX, Key.SWITCH, Key.RUNTIME);

    /**
     * Tables {@code latency}, {@code total}, and the distributions of the rows shown and of all.
     *
     * @param perPid one row a task; else tasks of one name are merged, as perf does
     * @param shown which tasks count; the total is theirs
     * @param keys what to sort by, each descending
     * @param top how many rows are shown at most; the total is of all
     * @param lost how many events are missing, null where that is not known
     */
    public static List<Table> of(
            PerfLatency latency,
            Comms comms,
            boolean perPid,
            Predicate<PerfLatency.TaskDelays> shown,
            List<Key> keys,
            int top,
            @Nullable Long lost) {
        var tasks = new ArrayList<Row>();
        for (PerfLatency.TaskDelays task : latency.tasks()) if (shown.test(task)) tasks.add(new Row(task, comms));
        tasks.sort(Comparator.comparingLong((Row r) -> r.tid).reversed());
        List<Row> rows = perPid ? tasks : merged(tasks);
        rows.removeIf(r -> r.delays.count() == 0 || r.name.equals("swapper"));
        Comparator<Row> order = keys.stream()
                .map(k -> k.order)
                .reduce(Comparator::thenComparing)
                .orElse(BY_AVG);
        rows.sort(order.reversed());
        long runtime = rows.stream().mapToLong(r -> r.runtimeNs).sum();
        long delays = rows.stream().mapToLong(r -> r.delays.count()).sum();
        var all = new LatencyHistogram();
        rows.forEach(r -> all.add(r.delays));
        List<Row> first = rows.stream().limit(top).toList();
        return List.of(
                Table.of(
                                "latency",
                                "Delays per task",
                                columns(lost),
                                first.stream().map(row -> row.cells(lost)).toList())
                        .withNotes(notes(rows.size(), top))
                        .withNotes(BoundColumns.notes(lost, open(rows))),
                total(runtime, delays, open(rows), lost),
                HistogramTables.log2("How the delays are distributed", all),
                HistogramTables.fine("Distributions of the delays", distributions(all, first, perPid)));
    }

    private static List<HistogramTables.Of> distributions(LatencyHistogram all, List<Row> rows, boolean perPid) {
        var out = new ArrayList<HistogramTables.Of>();
        out.add(new HistogramTables.Of("all", null, null, all));
        for (Row row : rows) {
            String scope = perPid ? "pid:" + row.tid : "comm:" + row.name;
            out.add(new HistogramTables.Of(scope, row.name, row.pid(), row.delays));
        }
        return out;
    }

    private static long open(List<Row> rows) {
        return rows.stream().mapToLong(r -> r.open).sum();
    }

    private static List<Column> columns(@Nullable Long lost) {
        var columns = new ArrayList<>(COLUMNS);
        columns.add(Columns.hidden("open", ColumnType.LONG));
        columns.addAll(BoundColumns.of("delay_", lost != null && lost > 0));
        return columns;
    }

    private static Table total(long runtimeNs, long delays, long open, @Nullable Long lost) {
        boolean bounded = lost != null && lost > 0;
        Long least = lost == null ? null : (Long) Math.max(0, delays - TASKS_OF_SWITCH * lost);
        Long most = lost == null ? null : (Long) (delays + open + TASKS_OF_SWITCH * lost);
        return Table.of(
                "total",
                "TOTAL:",
                List.of(
                        ms("runtime_ns", "Runtime ms"),
                        count("count", "Count"),
                        Columns.shownIf(bounded, count("count_low", "Count from")),
                        Columns.shownIf(bounded, count("count_high", "to"))),
                List.<@Nullable Object[]>of(new @Nullable Object[] {runtimeNs, delays, least, most}));
    }

    private static List<String> notes(int rows, int top) {
        var notes = new ArrayList<String>();
        if (rows > top) notes.add("the first " + top + " of " + rows + " rows; the total is of all");
        notes.add(
                "counted as perf sched latency does; percentiles are off by at most 0.4 %, the other figures are exact");
        return notes;
    }

    /** Tasks of one name as one row; names in perf's order, which decides ties: descending by byte value. */
    private static List<Row> merged(List<Row> tasks) {
        Map<String, Row> byName = new HashMap<>();
        for (Row task : tasks) {
            Row first = byName.putIfAbsent(task.name, task);
            if (first != null) first.add(task);
        }
        var rows = new ArrayList<>(byName.values());
        rows.sort(
                Comparator.comparing((Row r) -> r.key, Arrays::compareUnsigned).reversed());
        return rows;
    }

    private static final class Row {
        final String name;
        final byte[] key;
        final int tid;
        final int tgid;
        int tasks = 1;
        long runtimeNs;
        long maxStartNs;
        long maxEndNs;
        /** Delays that were still going on at the end. */
        long open;

        long longestNs;
        final LatencyHistogram delays = new LatencyHistogram();

        Row(PerfLatency.TaskDelays task, Comms comms) {
            name = task.tid() == 0 ? "swapper" : task.comm() < 0 ? ":" + task.tid() : comms.text(task.comm());
            key = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            tid = task.tid();
            tgid = task.tgid();
            runtimeNs = task.runtimeNs();
            maxStartNs = task.maxStartNs();
            maxEndNs = task.maxEndNs();
            open = task.open() ? 1 : 0;
            longestNs = task.longestNs();
            delays.add(task.delays());
        }

        void add(Row other) {
            tasks += other.tasks;
            runtimeNs += other.runtimeNs;
            open += other.open;
            longestNs = Math.max(longestNs, other.longestNs);
            if (delays.maxNs() < other.delays.maxNs()) {
                maxStartNs = other.maxStartNs;
                maxEndNs = other.maxEndNs;
            }
            delays.add(other.delays);
        }

        /** Null where tasks are merged. */
        @Nullable
        Long pid() {
            return tasks > 1 ? null : (Long) (long) tid;
        }

        long avgNs() {
            return delays.count() == 0 ? 0 : delays.sumNs() / delays.count();
        }

        /** A lost event hides or falsifies one delay at most of each task that it names. */
        LatencyBounds bounds(@Nullable Long lost) {
            if (lost == null) return new LatencyBounds(delays, LatencyBounds.UNKNOWN, 0, openOr(longestNs));
            long most = tasks > 1 ? TASKS_OF_SWITCH * lost : lost;
            return new LatencyBounds(delays, most + open, most, openOr(longestNs));
        }

        /** What goes on at the end may last for ever. */
        private long openOr(long ns) {
            return open > 0 ? LatencyBounds.UNKNOWN : ns;
        }

        @Nullable
        Object[] cells(@Nullable Long lost) {
            var cells = new ArrayList<@Nullable Object>(Arrays.asList(figures()));
            cells.add(open);
            cells.addAll(BoundColumns.cells(bounds(lost)));
            return cells.toArray();
        }

        private @Nullable Object[] figures() {
            return new @Nullable Object[] {
                name,
                pid(),
                tasks > 1 || tgid < 0 ? null : (Long) (long) tgid,
                runtimeNs,
                delays.count(),
                avgNs(),
                delays.maxNs(),
                delays.sumNs(),
                maxStartNs,
                maxEndNs,
                delays.percentileNs(0.5),
                delays.percentileNs(0.95),
                delays.percentileNs(0.99),
                delays.percentileNs(0.999),
                (long) tasks
            };
        }
    }
}
