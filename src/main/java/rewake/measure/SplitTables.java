package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.hidden;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Distance;
import rewake.observe.wake.CpuState;
import rewake.observe.wake.IdleExits;
import rewake.observe.LatencyBounds;
import rewake.observe.LatencyHistogram;
import rewake.observe.wake.LatencySplit;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Table;

/** The tables of {@code rewake latency --split}. */
public final class SplitTables {
    /** What the tables cannot do without. */
    public record Known(
            boolean idleStates,
            @Nullable Integer deepFrom,
            boolean policies,
            @Nullable Long lost,
            long spanNs) {
        /** Bounds of durations; an event that is lost hides or falsifies two, and more are missing that losses cut. */
        LatencyBounds bounds(LatencyHistogram seen, long cut) {
            if (lost == null) return new LatencyBounds(seen, LatencyBounds.UNKNOWN, 0, LatencyBounds.UNKNOWN);
            if (lost == 0) return new LatencyBounds(seen, 0, 0, 0);
            return new LatencyBounds(seen, 2 * lost + cut, 2 * lost, spanNs);
        }
    }

    private static final List<Column> FIGURES = List.of(
            count("count", "Count"),
            percent("share", "Share %"),
            ms("avg_ns", "Avg ms"),
            ms("max_ns", "Max ms"),
            ms("sum_ns", "Sum ms"),
            ms("p50_ns", "p50 ms"),
            ms("p95_ns", "p95 ms"),
            ms("p99_ns", "p99 ms"),
            ms("p999_ns", "p99.9 ms"),
            hidden("cut", ColumnType.LONG));

    private final LatencySplit split;
    private final IdleExits exits;
    private final Known known;
    private final int deepFrom;

    /**
     * Tables of what was counted.
     *
     * @param known {@code idleStates}: whether cpu_idle was recorded; {@code deepFrom}: the first idle state that counts as deep,
     *     null for the deepest seen; {@code policies}: whether anything tells who runs under SCHED_IDLE; {@code lost} events, null
     *     where their number is not known; {@code windowNs}: how long the trace is
     */
    public SplitTables(LatencySplit split, IdleExits exits, Known known) {
        this.split = split;
        this.exits = exits;
        this.known = known;
        Integer told = known.deepFrom();
        deepFrom = told != null ? told : Math.max(1, exits.deepest());
    }

    /** Tables {@code latency_split}, {@code latency_distance}, {@code idle_exits}. */
    public List<Table> all() {
        return List.of(byState(), byDistance(), new IdleExitTable(exits, known, deepFrom).table());
    }

    private Table byState() {
        long all = total();
        long unknown = begun(split.of(CpuState.UNKNOWN, null, deepFrom));
        var rows = new ArrayList<@Nullable Object[]>();
        for (CpuState state : CpuState.values()) {
            LatencySplit.Cell whole = split.of(state, null, deepFrom);
            if (begun(whole) == 0) continue;
            boolean bounded = state != CpuState.UNKNOWN;
            rows.add(row(List.of(state.id(), "all"), whole, all, bounded ? unknown : null));
            for (LatencySplit.Placement placement : LatencySplit.Placement.values()) {
                LatencySplit.Cell cell = split.of(state, placement, deepFrom);
                if (begun(cell) > 0)
                    rows.add(row(List.of(state.id(), placement.id()), cell, all, bounded ? unknown : null));
            }
        }
        return Table.of(
                        "latency_split",
                        "Wake-up latency by what the chosen CPU was doing",
                        columns(text("cpu_state", "CPU was"), text("placement", "Placement")),
                        rows)
                .withNotes(splitNotes());
    }

    private List<String> splitNotes() {
        var notes = new ArrayList<String>();
        notes.add(
                "from sched_waking (sched_wakeup, where that is all) to the switch to the task; perf's delays above begin at"
                        + " sched_wakeup, which a CPU in an idle state can only tell after it has left it. Forks and preemptions are not"
                        + " in here");
        if (!known.idleStates())
            notes.add("no cpu_idle events: how deep idle CPUs slept is not known; record with -e power:cpu_idle");
        else if (exits.deepest() < 0) notes.add("no CPU left an idle state that cpu_idle tells of");
        else notes.add(depths());
        notes.add(
                known.policies()
                        ? "SCHED_IDLE tasks are those that --sched-idle names or whose weight or vruntime shows it, from its third"
                                + " sched_stat_runtime on"
                        : "nothing tells who runs under SCHED_IDLE: such tasks are among the fair ones (policy unknown); name"
                                + " them with --sched-idle");
        notes.addAll(BoundColumns.notes(known.lost(), 0));
        return notes;
    }

    private String depths() {
        return "idle states " + statesSeen() + " were left; deep are those from " + deepFrom + " on"
                + (known.deepFrom() == null ? ", the deepest seen (state 0 never is); --deep-from sets it" : "");
    }

    private String statesSeen() {
        var seen = new ArrayList<String>();
        for (int state = 0; state <= exits.deepest(); state++)
            if (exits.of(state) != null) seen.add(Integer.toString(state));
        return String.join(", ", seen);
    }

    private Table byDistance() {
        var rows = new ArrayList<@Nullable Object[]>();
        long all = total();
        for (Distance distance : Distance.values()) {
            LatencySplit.Cell cell = split.of(distance);
            if (begun(cell) > 0) rows.add(row(List.of(distance.id()), cell, all, 0L));
        }
        LatencySplit.Cell unknown = split.of(null);
        if (begun(unknown) > 0) rows.add(row(Arrays.asList((String) null), unknown, all, null));
        return Table.of(
                        "latency_distance",
                        "Wake-up latency by how far the task moved for it",
                        columns(text("distance", "From its CPU")),
                        rows)
                .withNotes(List.of("same: to the CPU where it last ran"));
    }

    private static long begun(LatencySplit.Cell cell) {
        return cell.waits().count() + cell.cut();
    }

    private long total() {
        long n = 0;
        for (CpuState state : CpuState.values())
            n += split.of(state, null, deepFrom).waits().count();
        return n;
    }

    private List<Column> columns(Column... keys) {
        var columns = new ArrayList<Column>(List.of(keys));
        columns.addAll(FIGURES);
        Long lost = known.lost();
        columns.addAll(BoundColumns.of("", lost != null && lost > 0));
        return columns;
    }

    /** A row; {@code elsewhere} latencies may belong in it that are in no such row, null where it has no bounds. */
    private @Nullable Object[] row(
            List<@Nullable String> keys, LatencySplit.Cell cell, long all, @Nullable Long elsewhere) {
        LatencyHistogram waits = cell.waits();
        var cells = new ArrayList<@Nullable Object>(keys);
        cells.add(waits.count());
        cells.add(share(waits.count(), all));
        boolean any = waits.count() > 0;
        cells.add(any ? (Long) (waits.sumNs() / waits.count()) : null);
        cells.add(any ? (Long) waits.maxNs() : null);
        cells.add(waits.sumNs());
        for (double share : new double[] {0.5, 0.95, 0.99, 0.999})
            cells.add(any ? (Long) waits.percentileNs(share) : null);
        cells.add(cell.cut());
        cells.addAll(BoundColumns.cells(bounds(cell, elsewhere)));
        return cells.toArray();
    }

    /** A lost event hides or falsifies one latency at most; those that a loss cut are known to have begun. */
    private LatencyBounds bounds(LatencySplit.Cell cell, @Nullable Long elsewhere) {
        Long lost = known.lost();
        if (lost == null || elsewhere == null)
            return new LatencyBounds(cell.waits(), LatencyBounds.UNKNOWN, 0, LatencyBounds.UNKNOWN);
        long missing = lost == 0 ? cell.cut() : 2 * lost + cell.cut() + elsewhere;
        long longest = lost == 0 ? LatencyBounds.UNKNOWN : known.spanNs();
        return new LatencyBounds(cell.waits(), missing, 2 * lost, longest);
    }
}
