package rewake.replay.pelt;

import rewake.event.EventBatch;
import rewake.event.PeltField;

/**
 * Which moves between control groups are moves between task groups: those in the unified hierarchy, 0. With several
 * hierarchies (v1) no event tells which of them has the cpu controller.
 *
 * <p>Source: {@code cgroup_attach_task}, include/trace/events/cgroup.h.
 */
public final class Attached {
    private Attached() {}

    /** Whether the row moves a task to another task group. */
    public static boolean counts(EventBatch batch, int row) {
        return batch.hasPelt(row, PeltField.PATH)
                && (!batch.hasPelt(row, PeltField.HIERARCHY) || batch.pelt(row, PeltField.HIERARCHY) == 0);
    }
}
