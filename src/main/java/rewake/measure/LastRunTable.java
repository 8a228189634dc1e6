package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStats;
import rewake.observe.LatencyBounds;
import rewake.observe.queue.LastRuns;
import rewake.observe.queue.QueueWatch;
import rewake.report.Table;

/** When a woken task had last run where it was sent: table {@code last_run} of {@code rewake queues}. */
public final class LastRunTable {
    private LastRunTable() {}

    /** A row for the CPU it came from, one for others, one for all. */
    public static Table of(QueueWatch watch, boolean prevKnown, ImportStats stats) {
        LastRuns runs = watch.lastRuns();
        var lost = new LostEvents(stats);
        long spanNs = watch.spanNs();
        long unplaced = runs.all().count() - runs.same().count() - runs.other().count();
        var rows = new ArrayList<@Nullable Object[]>();
        rows.add(prevKnown ? row("prev", runs.same(), lost, unplaced, spanNs) : unknown("prev"));
        rows.add(prevKnown ? row("other", runs.other(), lost, unplaced, spanNs) : unknown("other"));
        rows.add(row("all", runs.all(), lost, 0, spanNs));
        boolean longAgo = runs.all().longAgo() > 0;
        boolean cut = longAgo || lost.any();
        var notes = new ArrayList<String>();
        notes.add(
                "from when a task left the CPU that its wake-up now chose to that wake-up; never: it had not run there since the"
                        + " trace began, which is not in the percentiles");
        if (lost.any()) notes.add(lost.note());
        if (longAgo)
            notes.add(
                    "long ago: before it ran on 16 other CPUs, or never; low and high: none of these was there, or all of them"
                            + " longer ago than the rest");
        if (!prevKnown)
            notes.add("prev and other unknown: sched_waking, which tells where a task comes from, was not recorded");
        return Table.of(
                        "last_run",
                        "Time since the last run on the chosen CPU",
                        List.of(
                                text("chosen", "Chosen CPU"),
                                count("count", "Wake-ups"),
                                shownIf(lost.any(), count("count_low", "low")),
                                shownIf(lost.any(), count("count_high", "high")),
                                count("measured", "Measured"),
                                count("never", "Never"),
                                shownIf(longAgo, count("long_ago", "Long ago")),
                                ms("p50_ns", "p50 ms"),
                                shownIf(cut, ms("p50_low_ns", "low ms")),
                                shownIf(cut, ms("p50_high_ns", "high ms")),
                                ms("p95_ns", "p95 ms"),
                                shownIf(cut, ms("p95_low_ns", "low ms")),
                                shownIf(cut, ms("p95_high_ns", "high ms")),
                                ms("p99_ns", "p99 ms"),
                                shownIf(cut, ms("p99_low_ns", "low ms")),
                                shownIf(cut, ms("p99_high_ns", "high ms")),
                                ms("max_ns", "Max ms")),
                        rows)
                .withNotes(notes);
    }

    private static @Nullable Object[] unknown(String chosen) {
        var row = new @Nullable Object[17];
        row[0] = chosen;
        return row;
    }

    private static @Nullable Object[] row(
            String chosen, LastRuns.Where where, LostEvents lost, long unplaced, long spanNs) {
        LatencyBounds bounds = bounds(where, lost, unplaced, spanNs);
        return new @Nullable Object[] {
            chosen,
            where.count(),
            lost.least(where.count(), 2),
            lost.most(where.count() + (lost.any() ? unplaced : 0), 2),
            where.ago().count(),
            where.never(),
            where.longAgo(),
            QueueTables.percentile(where.ago(), 0.5),
            bounds.percentileLow(0.5),
            bounds.percentileHigh(0.5),
            QueueTables.percentile(where.ago(), 0.95),
            bounds.percentileLow(0.95),
            bounds.percentileHigh(0.95),
            QueueTables.percentile(where.ago(), 0.99),
            bounds.percentileLow(0.99),
            bounds.percentileHigh(0.99),
            QueueTables.percentile(where.ago(), 1)
        };
    }

    /** Of those long ago it is not known whether they were; where a run is missing, of those that never were neither. */
    private static LatencyBounds bounds(LastRuns.Where where, LostEvents lost, long unplaced, long spanNs) {
        if (!lost.any()) return new LatencyBounds(where.ago(), where.longAgo(), 0, LatencyBounds.UNKNOWN);
        return lost.durations(where.ago(), where.longAgo() + where.never() + unplaced, spanNs);
    }
}
