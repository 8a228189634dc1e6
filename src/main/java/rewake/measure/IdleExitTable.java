package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.observe.LatencyHistogram;
import rewake.observe.wake.CpuState;
import rewake.observe.wake.IdleExits;
import rewake.report.Column;
import rewake.report.Table;

/** Table {@code idle_exits} of {@code rewake latency --split}: idle states and how CPUs left them. */
final class IdleExitTable {
    private static final int[] PERCENTILES = {50, 99};
    private static final int[] NO_PERCENTILES = {};

    private final IdleExits exits;
    private final SplitTables.Known known;
    private final int deepFrom;

    IdleExitTable(IdleExits exits, SplitTables.Known known, int deepFrom) {
        this.exits = exits;
        this.known = known;
        this.deepFrom = deepFrom;
    }

    Table table() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (int state = 0; state <= exits.deepest(); state++) {
            IdleExits.Counted counted = exits.of(state);
            if (counted == null) continue;
            CpuState depth = state >= deepFrom ? CpuState.DEEP_IDLE : CpuState.SHALLOW_IDLE;
            rows.add(exit(depth.id(), (long) state, counted));
        }
        IdleExits.Counted whole = exits.of(IdleExits.WHOLE);
        if (whole != null) rows.add(exit(CpuState.IDLE.id(), null, whole));
        return Table.of("idle_exits", "Idle states and how CPUs left them", columns(), rows)
                .withNotes(notes());
    }

    private boolean lossy() {
        Long lost = known.lost();
        return lost == null || lost > 0;
    }

    private List<Column> columns() {
        var columns = new ArrayList<>(List.of(
                text("cpu_state", "State"),
                count("idle_state", "Index"),
                count("count", "Exits"),
                ms("idle_ns", "Idle ms"),
                detail(ms("idle_avg_ns", "Avg idle ms")),
                ms("idle_max_ns", "Max idle ms"),
                count("woken", "For a wake-up"),
                detail(ms("wake_to_exit_p50_ns", "Wake to exit p50 ms")),
                ms("wake_to_exit_p99_ns", "p99 ms"),
                detail(ms("exit_to_run_p50_ns", "Exit to run p50 ms")),
                ms("exit_to_run_p99_ns", "p99 ms"),
                detail(ms("wake_to_run_avg_ns", "Wake to run avg ms")),
                ms("wake_to_run_p50_ns", "p50 ms"),
                ms("wake_to_run_p99_ns", "p99 ms"),
                ms("wake_to_run_max_ns", "Max ms")));
        columns.addAll(idleBounds());
        columns.addAll(BoundColumns.of("woken", "wake_to_run_", lossy(), PERCENTILES));
        return columns;
    }

    private List<Column> idleBounds() {
        boolean lossy = lossy();
        return List.of(
                shownIf(lossy, count("count_low", "Exits from")),
                shownIf(lossy, count("count_high", "to")),
                shownIf(lossy, ms("idle_low_ns", "Idle from ms")),
                shownIf(lossy, ms("idle_high_ns", "to ms")),
                shownIf(lossy, ms("idle_max_low_ns", "Max idle from ms")),
                shownIf(lossy, ms("idle_max_high_ns", "to ms")));
    }

    private List<String> notes() {
        var notes = new ArrayList<String>();
        notes.add(
                "idle without an index: from the switch to the idle task to the next switch, whatever states that took; wake:"
                        + " sched_waking of the first task that was sent there, run: the first switch after it");
        if (!known.idleStates()) notes.add("no cpu_idle events: single states and when they were left are not known");
        notes.addAll(BoundColumns.notes(known.lost(), 0));
        return notes;
    }

    private @Nullable Object[] exit(String state, @Nullable Long index, IdleExits.Counted counted) {
        LatencyHistogram lasted = counted.lasted();
        LatencyHistogram run = counted.wakeToRun();
        var cells = new ArrayList<@Nullable Object>(Arrays.asList(new @Nullable Object[] {
            state,
            index,
            lasted.count(),
            lasted.sumNs(),
            average(lasted),
            lasted.count() == 0 ? null : (Long) lasted.maxNs(),
            run.count(),
            at(0.5, counted.wakeToExit()),
            at(0.99, counted.wakeToExit()),
            at(0.5, counted.exitToRun()),
            at(0.99, counted.exitToRun()),
            average(run),
            at(0.5, run),
            at(0.99, run),
            run.count() == 0 ? null : (Long) run.maxNs()
        }));
        cells.addAll(BoundColumns.cells(known.bounds(lasted, 0), NO_PERCENTILES));
        cells.addAll(BoundColumns.cells(known.bounds(run, 0), PERCENTILES));
        return cells.toArray();
    }

    private static @Nullable Long average(LatencyHistogram of) {
        return of.count() == 0 ? null : (Long) (of.sumNs() / of.count());
    }

    private static @Nullable Long at(double share, LatencyHistogram of) {
        return of.count() == 0 ? null : (Long) of.percentileNs(share);
    }
}
