package rewake.observe.queue;

import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.observe.Coverage;
import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;
import rewake.timeline.TimelineTracker;

/** All that {@code rewake queues} measures, in one pass over the events. */
public final class QueueWatch implements EventConsumer {
    private static final EventKind[] KINDS = EventKind.values();

    private final TimelineTracker tracker;
    private final QueueParts parts;

    /** A watch over the CPUs and the window that count, which counts oddities in {@code stats}. */
    public QueueWatch(TraceFacts facts, Comms comms, ImportStats stats, Selection selection) {
        var made = new QueueParts[1];
        tracker = new TimelineTracker(facts, stats, timeline -> {
            made[0] = new QueueParts(timeline, facts, comms, selection);
            return made[0];
        });
        parts = made[0];
    }

    @Override
    public void firstOf(EventBatch lane) {
        tracker.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        EventKind kind = KINDS[batch.kind(row)];
        parts.schedstat.before(kind, batch, row);
        tracker.event(batch, row);
        if (kind.compareTo(EventKind.IRQ_ENTRY) >= 0 && kind.compareTo(EventKind.SOFTIRQ_EXIT) <= 0)
            parts.interrupts.event(kind, batch, row);
        if (tracker.timeline().firstNs() == 0) return;
        long time = Math.max(tracker.lastNs(), batch.timeNs(row)); // a side-band record may have none
        parts.queues.settle(time);
        if (!kind.tracepoint().isEmpty()) parts.queues.heard(batch.cpu(), time);
    }

    /** The trace is over. */
    public void finish() {
        parts.schedstat.over();
        tracker.finish();
    }

    /** How much is known. */
    public Coverage coverage() {
        return parts.coverage;
    }

    /** What is known of the queue of one CPU. */
    public CpuQueue queue(int cpu) {
        return parts.lengths.queue(cpu);
    }

    /** Violations, and lengths over time. */
    public RunQueues queues() {
        return parts.queues;
    }

    /** What the kernel's counters would say. */
    public Schedstat schedstat() {
        return parts.schedstat;
    }

    /** Who took whose CPU. */
    public Preemptions preemptions() {
        return parts.preemptions;
    }

    /** When a woken task had last run where it was sent. */
    public LastRuns lastRuns() {
        return parts.lastRuns;
    }

    /** Time in interrupts. */
    public Interrupts interrupts() {
        return parts.interrupts;
    }

    /** Waits that ended on one CPU, from whatever began them. */
    public LatencyHistogram waits(int cpu) {
        return parts.waits(cpu);
    }

    /** Waits on any CPU, within the window or not, whose end is not in the trace. */
    public long cutWaits() {
        return parts.cutWaits();
    }

    /** From the first event of the trace to the last, ns: no wait is longer. */
    public long spanNs() {
        return parts.spanNs();
    }
}
