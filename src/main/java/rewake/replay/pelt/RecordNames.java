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
 * id of the group whose run queue it is on, which for a group's entity is the one above, and by the address of the group's own
 * run queue. Whose address that is shows where the entity is recorded just after that run queue, as each level follows the one
 * below; where a load is passed up, the run queue above comes in between. Groups are numbered as in {@link Cgroups#groups},
 * from 1; 0 is the root.
 *
 * <p>Source: {@code cfs_rq_of()} and {@code group_cfs_rq()} of what each recorder prints; order of
 * {@code for_each_sched_entity()}; {@code propagate_entity_load_avg()}, which records the run queue, then the entity on it.
 */
final class RecordNames {
    private static final int NONE = -1;
    private static final int CFS = EventKind.PELT_CFS.ordinal();
    private static final long ROOT_CSS = 1;

    private final CgroupPaths paths;
    private final Map<Long, Integer> byCss = new HashMap<>();
    private final Map<String, Integer> byPath = new HashMap<>();
    private final Map<Long, Vote> byAddress = new HashMap<>();
    private final int[] parents;
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
        parents = new int[groups.size() + 1];
        parents[0] = NONE;
        for (int i = 0; i < groups.size(); i++)
            parents[i + 1] = byPath.getOrDefault(groups.get(i).parent(), 0);
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
        return isGroup ? owner(batch, row, by) : named(batch, row);
    }

    /** As {@link #group} has last said of such a row of a group's entity. */
    int entity(EventBatch batch, int row) {
        if (!batch.hasPelt(row, PeltField.MY_Q) || batch.pelt(row, PeltField.MY_Q) == 0) return named(batch, row);
        Vote vote = byAddress.get(batch.pelt(row, PeltField.MY_Q));
        return vote == null ? NONE : vote.group;
    }

    private int owner(EventBatch batch, int row, int by) {
        int on = named(batch, row);
        Vote vote = byAddress.computeIfAbsent(batch.pelt(row, PeltField.MY_Q), _ -> new Vote());
        if (below[by] > 0 && (on == NONE || parents[below[by]] == on)) vote.add(below[by]);
        return vote.group;
    }

    /** The group that most say, if it is more than half of them. */
    private static final class Vote {
        int group = NONE;
        int lead;

        void add(int told) {
            if (lead == 0) group = told;
            lead += group == told ? 1 : -1;
        }
    }

    /** The group that a row names; −1 where unknown. */
    int named(EventBatch batch, int row) {
        if (batch.hasPelt(row, PeltField.CSS)) return byCss.getOrDefault(batch.pelt(row, PeltField.CSS), NONE);
        if (!batch.hasPelt(row, PeltField.PATH)) return NONE;
        return byPath.getOrDefault(paths.text((int) batch.pelt(row, PeltField.PATH)), NONE);
    }
}
