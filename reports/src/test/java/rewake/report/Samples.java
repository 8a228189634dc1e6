package rewake.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reports for tests: one with everything that has ever gone wrong in an output, one of any length. */
public final class Samples {
    private Samples() {}

    /** Columns of every type and every presentation. */
    public static final List<Column> DELAYS = List.of(
            new Column("task", ColumnType.TEXT, "Task", Show.PLAIN),
            new Column("pid", ColumnType.LONG, "Pid", Show.PLAIN),
            new Column("runtime_ns", ColumnType.LONG, "Runtime ms", Show.NS_AS_MS),
            new Column("delay_avg_ns", ColumnType.DOUBLE, "Avg delay ms", Show.NS_AS_MS),
            new Column("delay_max_start_ns", ColumnType.LONG, "Max delay start s", Show.NS_AS_S),
            new Column("exact_share", ColumnType.DOUBLE, "Exact %", Show.PERCENT),
            new Column("skill", ColumnType.DOUBLE, "Skill", Show.NUMBER3),
            new Column("mae", ColumnType.DOUBLE, "MAE", Show.PLAIN),
            new Column("pinned", ColumnType.BOOL, "Pinned", Show.PLAIN),
            new Column("cookie", ColumnType.LONG, "Cookie", Show.HIDDEN));

    /** Names that processes really can have, extreme numbers, unknowns. */
    public static Table delays() {
        return Table.of(
                        "latency",
                        "Delays per task",
                        DELAYS,
                        List.of(
                                row(
                                        "hackbench",
                                        4711L,
                                        1_234_567_890L,
                                        123_456.5,
                                        254_752_314_960_999L,
                                        0.9996,
                                        0.4125,
                                        1.5,
                                        true,
                                        9_007_199_254_740_993L),
                                row("<script>alert(1)</script>", 1L, 0L, 0.0, 999L, 0.0004, -0.0625, 0.1, false, 0L),
                                row("a ==> b", null, null, null, null, null, null, null, null, null),
                                row(
                                        "say \"hi\", you",
                                        -1L,
                                        500L,
                                        1e6 / 3,
                                        1_000L,
                                        1.0,
                                        0.0,
                                        1e-9,
                                        false,
                                        Long.MIN_VALUE),
                                row(
                                        "\u001b[31mred & <b>\u202e",
                                        0L,
                                        Long.MAX_VALUE,
                                        1e300,
                                        Long.MAX_VALUE,
                                        0.0,
                                        -0.0,
                                        -12345.678,
                                        true,
                                        Long.MAX_VALUE),
                                row("", 7L, 999_999L, Double.NaN, 0L, Double.POSITIVE_INFINITY, 1.0, 0.5, null, 1L),
                                row("日本語タスク", 8L, 1L, 2.5, 1L, 0.5, 0.25, 42.0, true, 2L)))
                .withNotes(List.of("delays of \"a ==> b\" are unknown: its wake-ups were lost"));
    }

    /** A table without rows. */
    public static Table nothing() {
        return Table.of(
                "skipped",
                "Wake-ups not judged",
                List.of(
                        new Column("reason", ColumnType.TEXT, "Reason", Show.PLAIN),
                        new Column("count", ColumnType.LONG, "Count", Show.PLAIN)),
                List.of());
    }

    /** A table of many rows that exist only while they are read. */
    public static Table generated(int rows) {
        var columns = List.of(
                new Column("time_ns", ColumnType.LONG, "Time s", Show.NS_AS_S),
                new Column("task", ColumnType.TEXT, "Task", Show.PLAIN),
                new Column("share", ColumnType.DOUBLE, "Share %", Show.PERCENT));
        return new Table("events", "Events", columns, sink -> {
            for (int from = 0; from < rows; from += 1000) {
                var batch = new ArrayList<@Nullable Object[]>();
                for (int i = from; i < Math.min(rows, from + 1000); i++) {
                    batch.add(row(i * 1_000_003L, i % 10 == 0 ? null : "task-" + i % 977, i % 1000 / 1000.0));
                }
                sink.accept(batch);
            }
        });
    }

    /** Evidence with every JSON type. */
    public static Map<String, @Nullable Object> evidence() {
        var evidence = new LinkedHashMap<String, @Nullable Object>();
        evidence.put("tool_version", "0.1.0");
        evidence.put("schema_version", 1);
        evidence.put("command", "latency");
        evidence.put(
                "traces",
                List.of(
                        Map.of("path", "a <b> & \"c\"/perf.data"),
                        new TreeMap<>(Map.of("path", "other", "window_end_ns", 1L << 60))));
        var loss = new LinkedHashMap<String, @Nullable Object>();
        loss.put("stat", "events_lost");
        loss.put("cpu", null);
        loss.put("count", 12L);
        evidence.put("losses", List.of(loss));
        evidence.put("recorder_share", 0.25);
        evidence.put("seed", null);
        evidence.put("strict", false);
        return evidence;
    }

    /** A report with everything. */
    public static Report report() {
        var waits = new Chart.Bars(
                "How long did tasks <i>wait</i>?", "latency", List.of("task", "pid"), List.of(Chart.Series.of("mae")));
        return new Report(
                "latency",
                evidence(),
                List.of("latency of 7 tasks, measured; nothing modelled", "12 events lost on all CPUs"),
                List.of(delays(), nothing()),
                List.of(waits),
                List.of("open report/index.html"));
    }

    /** Cells as a row. */
    public static @Nullable Object[] row(@Nullable Object... cells) {
        return cells;
    }
}
