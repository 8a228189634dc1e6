package rewake.observe.block;

import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.observe.Coverage;
import rewake.observe.Selection;
import rewake.timeline.TimelineListeners;
import rewake.timeline.TimelineTracker;

/** All that a comparison needs of one trace, in one pass over the events. */
public final class BlockWatch implements EventConsumer {
    private static final EventKind[] KINDS = EventKind.values();

    private final TimelineTracker tracker;
    private final Coverage coverage;
    private final TimeBlocks blocks;

    /** A watch over the CPUs and the window that count, {@code perCpu} with each CPU as a scope of its own. */
    public BlockWatch(TraceFacts facts, Comms comms, ImportStats stats, Selection selection, boolean perCpu) {
        var madeCoverage = new Coverage[1];
        var madeBlocks = new TimeBlocks[1];
        tracker = new TimelineTracker(facts, stats, timeline -> {
            madeCoverage[0] = new Coverage(timeline, selection);
            madeBlocks[0] = new TimeBlocks(timeline, facts.topology(), comms, selection, perCpu);
            return new TimelineListeners(madeCoverage[0], madeBlocks[0]);
        });
        coverage = madeCoverage[0];
        blocks = madeBlocks[0];
    }

    @Override
    public void firstOf(EventBatch lane) {
        tracker.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        tracker.event(batch, row);
        if (tracker.timeline().firstNs() == 0) return;
        long time = Math.max(tracker.lastNs(), batch.timeNs(row)); // a side-band record may have none
        blocks.settle(time);
        EventKind kind = KINDS[batch.kind(row)];
        if (kind == EventKind.TG_LOAD_AVG) blocks.tgWrite(batch.cpu(), batch.timeNs(row));
        if (!kind.tracepoint().isEmpty()) blocks.heard(batch.cpu(), time);
    }

    /** The trace is over. */
    public void finish() {
        tracker.finish();
    }

    /** How much is known. */
    public Coverage coverage() {
        return coverage;
    }

    /** What was counted. */
    public TimeBlocks blocks() {
        return blocks;
    }
}
