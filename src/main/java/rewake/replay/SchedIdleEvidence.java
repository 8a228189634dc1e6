package rewake.replay;

import java.util.Set;
import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.PeltField;
import rewake.timeline.Tasks;

/** Looks for tasks under SCHED_IDLE while events pass by, for who replays nothing; what counts is {@link SchedIdleTasks}' rule. */
public final class SchedIdleEvidence implements EventConsumer {
    private static final int STAT_RUNTIME = EventKind.STAT_RUNTIME.ordinal();
    private static final int PELT_SE = EventKind.PELT_SE.ordinal();

    private final SchedIdleTasks known;
    private final Tasks tasks;

    /**
     * Nothing found yet.
     *
     * @param named names or thread ids that the user gave
     * @param tasks of the timeline that gets the same events
     */
    public SchedIdleEvidence(Set<String> named, Comms comms, Tasks tasks) {
        this.tasks = tasks;
        known = new SchedIdleTasks(named, comms, tasks);
    }

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        if (kind == STAT_RUNTIME) known.ran(tasks.of(batch.pid(row), batch.cpu()), batch.arg0(row), batch.arg1(row));
        else if (kind == PELT_SE && Judge.isTask(batch, row) && batch.hasPelt(row, PeltField.WEIGHT))
            known.weighs(tasks.of(batch.pid(row), batch.cpu()), batch.pelt(row, PeltField.WEIGHT));
    }

    /** Whether {@code task} is known to run under SCHED_IDLE. */
    public boolean has(int task) {
        return known.has(task);
    }

    /** How many tasks were recognised by their vruntime or weight. */
    public int byEvidence() {
        return known.byEvidence();
    }

    /** What the user named and no task of the trace is called. */
    public Set<String> unmatched() {
        return known.unmatched();
    }
}
