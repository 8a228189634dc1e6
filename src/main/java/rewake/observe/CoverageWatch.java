package rewake.observe;

import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.timeline.TimelineTracker;

/**
 * The {@link Coverage} of who needs no timeline otherwise: what the commands that follow one would say of the same trace. Where events
 * contradict each other only a timeline sees it: perf stops CPU by CPU, and a task that ran on one then shows up on the next.
 */
public final class CoverageWatch implements EventConsumer {
    private final TimelineTracker tracker;
    private final Coverage coverage;

    /** Nothing seen yet of a trace with these facts. */
    public CoverageWatch(TraceFacts facts, Selection selection) {
        var made = new Coverage[1];
        tracker = new TimelineTracker(facts, new ImportStats(), timeline -> {
            made[0] = new Coverage(timeline, selection);
            return made[0];
        });
        coverage = made[0];
    }

    @Override
    public void firstOf(EventBatch lane) {
        tracker.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        tracker.event(batch, row);
    }

    /** The coverage, once the trace has ended. */
    public Coverage finished() {
        tracker.finish();
        return coverage;
    }
}
