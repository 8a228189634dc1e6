package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.kernel.pelt.GroupLoads;
import rewake.kernel.pelt.TgCount;
import rewake.kernel.pelt.TgLedger;
import rewake.replay.Cgroups;
import rewake.replay.pelt.LoadReplay;
import rewake.replay.pelt.RecordedWrites;
import rewake.report.Column;
import rewake.report.Table;

/** What a recording shows of the loads of groups, beside the recorded kernel's model: writes, and updates that cross a period. */
final class TgRecordedTable {
    private static final long ENOUGH = 100;

    private static final List<Column> COLUMNS = List.of(
            text("source", "Source"),
            text("group", "Group"),
            count("cpu", "CPU"),
            count("writes", "Recorded"),
            count("model_shown", "Model, as recorded"),
            percent("error", "Off by %"),
            percent("cell_error", "Σ|CPU| off by %"),
            count("model_writes", "Model, all"),
            percent("blind_share", "Blind %"),
            count("writes_1ms_apart", "Recorded, 1 ms apart"),
            count("periods", "Periods"),
            count("model_periods", "Model"));

    private final RecordedWrites writes;
    private final TgLedger own;
    private final GroupLoads loads;
    private final List<Cgroups.Group> groups;
    private final int cpus;

    TgRecordedTable(LoadReplay replay, List<Cgroups.Group> groups, int cpus) {
        this.groups = groups;
        this.cpus = cpus;
        writes = replay.writes();
        own = replay.loads().ledger(0);
        loads = replay.loads().variant(0);
    }

    /** What a run queue, or all of a group, has of each column. */
    private record Cells(long seen, long shown, long all, long off, long spaced, long periods, long modelPeriods) {
        private static final Cells NONE = new Cells(0, 0, 0, 0, 0, 0, 0);

        Cells plus(Cells more) {
            return new Cells(
                    seen + more.seen,
                    shown + more.shown,
                    all + more.all,
                    off + more.off,
                    spaced + more.spaced,
                    periods + more.periods,
                    modelPeriods + more.modelPeriods);
        }
    }

    Table table() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (int group = 1; group <= groups.size(); group++) {
            var byCpu = new ArrayList<@Nullable Object[]>();
            Cells whole = Cells.NONE;
            for (int cpu = 0; cpu < cpus; cpu++) {
                Cells cells = cells(group, cpu);
                if (cells.seen + cells.all + cells.periods + cells.modelPeriods == 0) continue;
                byCpu.add(row(group, (long) cpu, cells));
                whole = whole.plus(cells);
            }
            rows.add(row(group, null, whole));
            rows.addAll(byCpu);
        }
        return Table.of(
                        "tg_recorded",
                        "Writes of tg->load_avg: recorded, and by the recorded kernel's model",
                        COLUMNS,
                        rows)
                .withNotes(List.of(
                        "source: events (one a write); write_times (a run queue's time of its last write has changed when it is next"
                                + " recorded); contribs (its contribution has). Model, as recorded: the model's writes that such a"
                                + " recording would show; blind: the share that it would not",
                        "1 ms apart: recorded writes that a limit of one a ms would leave if it were but a filter over them",
                        "off by: of fewer than 100 recorded writes nothing is claimed, the cell is empty",
                        "periods: recorded updates of run queues that crossed the end of a period, beside the model's: whatever"
                                + " updates a run queue without moving load (pick, tick, balancing of idle CPUs) calls"
                                + " update_tg_load_avg() for no other reason"));
    }

    private Cells cells(int group, int cpu) {
        long seen = writes.seen(group, cpu);
        long all = own.of(TgCount.WRITES, group, cpu);
        long shown = writes.modelSeen(group, cpu, all);
        return new Cells(
                seen,
                shown,
                all,
                Math.abs(seen - shown),
                writes.spaced(group, cpu),
                writes.periods(group, cpu),
                loads.periods(group, cpu));
    }

    private @Nullable Object[] row(int group, @Nullable Long cpu, Cells cells) {
        boolean enough = cpu == null && cells.seen >= ENOUGH;
        return new @Nullable Object[] {
            writes.source().id(),
            groups.get(group - 1).path(),
            cpu,
            cells.seen,
            cells.shown,
            enough ? (double) (cells.shown - cells.seen) / cells.seen : null,
            enough ? share(cells.off, cells.seen) : null,
            cells.all,
            cells.all == 0 ? null : Math.max(0, 1 - (double) cells.shown / cells.all),
            writes.source() == RecordedWrites.Source.EVENTS ? (Long) cells.spaced : null,
            cells.periods,
            cells.modelPeriods
        };
    }
}
