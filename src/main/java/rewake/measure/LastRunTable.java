package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.observe.queue.LastRuns;
import rewake.report.Table;

/** When a woken task had last run where it was sent: table {@code last_run} of {@code rewake queues}. */
public final class LastRunTable {
    private LastRunTable() {}

    /** A row for the CPU it came from, one for others, one for all. */
    public static Table of(LastRuns runs, boolean prevKnown) {
        var rows = new ArrayList<@Nullable Object[]>();
        rows.add(prevKnown ? row("prev", runs.same()) : unknown("prev"));
        rows.add(prevKnown ? row("other", runs.other()) : unknown("other"));
        rows.add(row("all", runs.all()));
        boolean cut = runs.all().longAgo() > 0;
        var notes = new ArrayList<String>();
        notes.add(
                "from when a task left the CPU that its wake-up now chose to that wake-up; never: it had not run there since the"
                        + " trace began, which is not in the percentiles");
        if (cut)
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
                                count("measured", "Measured"),
                                count("never", "Never"),
                                shownIf(cut, count("long_ago", "Long ago")),
                                ms("p50_ns", "p50 ms"),
                                shownIf(cut, ms("p50_high_ns", "high ms")),
                                ms("p95_ns", "p95 ms"),
                                shownIf(cut, ms("p95_high_ns", "high ms")),
                                ms("p99_ns", "p99 ms"),
                                shownIf(cut, ms("p99_high_ns", "high ms")),
                                ms("max_ns", "Max ms")),
                        rows)
                .withNotes(notes);
    }

    private static @Nullable Object[] unknown(String chosen) {
        var row = new @Nullable Object[12];
        row[0] = chosen;
        return row;
    }

    private static @Nullable Object[] row(String chosen, LastRuns.Where where) {
        return new @Nullable Object[] {
            chosen,
            where.count(),
            where.ago().count(),
            where.never(),
            where.longAgo(),
            QueueTables.percentile(where.ago(), 0.5),
            high(where, 0.5),
            QueueTables.percentile(where.ago(), 0.95),
            high(where, 0.95),
            QueueTables.percentile(where.ago(), 0.99),
            high(where, 0.99),
            QueueTables.percentile(where.ago(), 1)
        };
    }

    private static @Nullable Long high(LastRuns.Where where, double share) {
        long ns = where.ago().boundNs(share, where.longAgo(), true);
        return ns < 0 ? null : (Long) ns;
    }
}
