package rewake.store;

import java.util.Arrays;
import rewake.event.EventKind;
import rewake.event.EventTally;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * What {@link TimeMerge} does to times, without rows and without a merge: events that are only counted need no order, but one
 * that is older than the barriers allow has its time clamped here too, and what is out of order is counted the same.
 */
public final class TimeCheck implements EventTally {
    private final EventTally next;
    private final ImportStats stats;
    /** By CPU: its newest time. */
    private long[] newestOf = new long[64];

    private long newestNs;
    private long limitNs;
    private long deliveredNs;
    private boolean rounds;
    private boolean events;

    /** Passes events on to {@code next} and counts oddities in {@code stats}, usually those of the reader. */
    public TimeCheck(EventTally next, ImportStats stats) {
        this.next = next;
        this.stats = stats;
    }

    @Override
    public void event(int cpu, EventKind kind, long timeNs, long ref) {
        events = true;
        if (cpu >= newestOf.length) newestOf = Arrays.copyOf(newestOf, Math.max(cpu + 1, newestOf.length * 2));
        long newest = Math.max(newestOf[cpu], deliveredNs);
        if (timeNs >= newest) {
            newestOf[cpu] = timeNs;
            newestNs = Math.max(newestNs, timeNs);
            next.event(cpu, kind, timeNs, ref);
        } else next.event(cpu, kind, late(cpu, timeNs), ref);
    }

    /** The time of an event that is older than the one before it; an event without a time (0) is not late. */
    private long late(int cpu, long timeNs) {
        if (timeNs == 0) return timeNs;
        boolean held = timeNs >= deliveredNs;
        stats.add(held ? ImportStat.REORDERED : ImportStat.CLOCK_BACKWARD, cpu);
        return held ? timeNs : deliveredNs;
    }

    @Override
    public void roundFinished() {
        rounds = true;
        deliveredNs = Math.max(deliveredNs, limitNs);
        limitNs = newestNs;
        next.roundFinished();
    }

    @Override
    public void complete(long timeNs) {
        rounds = true;
        deliveredNs = Math.max(deliveredNs, timeNs - 1);
        next.complete(timeNs);
    }

    /** Says that there are no more events. */
    public void finish() {
        if (!rounds && events) stats.add(ImportStat.NO_ROUNDS, -1);
    }
}
