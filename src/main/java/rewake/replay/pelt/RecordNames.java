package rewake.replay.pelt;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import rewake.event.CgroupPaths;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.replay.Cgroups;

/**
 * Whom recorded averages are of. Modules name the group of an average by path, and by the id of its own group; probes by the
 * id of the group whose run queue it is on, which for a group's entity is the one above: then the entity is that of the run
 * queue that was recorded just before it, as each level follows the one below. Groups are numbered as in
 * {@link Cgroups#groups}, from 1; 0 is the root.
 *
 * <p>Source: {@code cfs_rq_of()} and {@code group_cfs_rq()} of what each recorder prints; order of
 * {@code for_each_sched_entity()}.
 */
final class RecordNames {
    private static final int NONE = -1;
    private static final int CFS = EventKind.PELT_CFS.ordinal();
    private static final long ROOT_CSS = 1;

    private final CgroupPaths paths;
    private final Map<Long, Integer> byCss = new HashMap<>();
    private final Map<String, Integer> byPath = new HashMap<>();
    private final int[] below;

    RecordNames(Cgroups cgroups, CgroupPaths paths, int cpus) {
        this.paths = paths;
        byCss.put(ROOT_CSS, 0);
        byPath.put("/", 0);
        List<Cgroups.Group> groups = cgroups.groups();
        for (int i = 0; i < groups.size(); i++) {
            byPath.put(groups.get(i).path(), i + 1);
            if (groups.get(i).css() != 0) byCss.put((long) groups.get(i).css(), i + 1);
        }
        below = new int[cpus];
        Arrays.fill(below, NONE);
    }

    /** Whether the row is of a task's average; that of a group's entity names a task by mistake, or none. */
    static boolean isTask(EventBatch batch, int row) {
        if (batch.kind(row) == CFS || batch.pid(row) <= 0) return false;
        return !batch.hasPelt(row, PeltField.MY_Q) || batch.pelt(row, PeltField.MY_Q) == 0;
    }

    /** The group of a run queue, of a task, or of a group's entity; −1 where unknown. {@code by} recorded it. */
    int group(EventBatch batch, int row, int by) {
        if (batch.kind(row) == CFS) {
            below[by] = named(batch, row);
            return below[by];
        }
        boolean isGroup = batch.hasPelt(row, PeltField.MY_Q) && batch.pelt(row, PeltField.MY_Q) != 0;
        return isGroup ? below[by] : named(batch, row);
    }

    /** The group that a row names; −1 where unknown. */
    int named(EventBatch batch, int row) {
        if (batch.hasPelt(row, PeltField.CSS)) return byCss.getOrDefault(batch.pelt(row, PeltField.CSS), NONE);
        if (!batch.hasPelt(row, PeltField.PATH)) return NONE;
        return byPath.getOrDefault(paths.text((int) batch.pelt(row, PeltField.PATH)), NONE);
    }
}
