package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.replay.pelt.CfsOnlyWrites;
import rewake.report.Table;

/** Writes of {@code tg->load_avg} from recorded run queues alone: the table {@code tg_load_avg} of traces without scheduler events. */
public final class CfsOnlyTable {
    private CfsOnlyTable() {}

    /** The table; {@code models} are the names of the variants. */
    public static Table of(CfsOnlyWrites writes, List<String> models) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (int model = 0; model < models.size(); model++)
            for (CfsOnlyWrites.Count group : writes.counts())
                rows.add(new @Nullable Object[] {
                    models.get(model),
                    group.path(),
                    group.records(),
                    group.writes().get(model),
                    group.recordedWrites() == 0 ? null : (Long) group.recordedWrites()
                });
        return Table.of(
                        "tg_load_avg",
                        "Writes of tg->load_avg, from recorded run queues alone",
                        List.of(
                                text("model", "Model"),
                                text("group", "Group"),
                                count("records", "Records"),
                                count("writes", "Writes"),
                                count("recorded_writes", "Recorded writes")),
                        rows)
                .withNotes(List.of(
                        "without sched_switch, sched_waking and sched_migrate_task only what run queues were recorded with can be counted. Blind: load that is removed"
                                + " between two ends of periods leaves no record of its group, so that base counts as few writes as"
                                + " tg-delay does; records of a task that is put aside count where the kernel tells no group;"
                                + " reads, calls, errors and cache lines are not known",
                        "models whose difference such records cannot show (node, reads, delayed removal, offline) are left out",
                        "a run queue is taken to have told nothing before its first record"));
    }
}
