package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStats;
import rewake.observe.LatencyHistogram;
import rewake.observe.queue.Mobility;
import rewake.observe.queue.QueueWatch;
import rewake.observe.queue.Scope;
import rewake.observe.queue.WorkConservation;
import rewake.report.Table;

/** The histograms behind the percentiles of {@code rewake queues}, which can be added up over traces. */
public final class QueueDistributions {
    private QueueDistributions() {}

    /** Table {@code distributions}: a row for each bucket that holds something. */
    public static Table of(QueueWatch watch, ImportStats stats) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Scope scope : Scope.values()) {
            WorkConservation of = watch.queues().conservation(scope);
            if (of != null) add(rows, "violation_" + scope.id(), of.lengths(Mobility.FREE));
        }
        add(rows, "slice_before_preemption", watch.preemptions().slices());
        add(rows, "preempt_wait", watch.preemptions().waits());
        add(rows, "last_run_prev", watch.lastRuns().same().ago());
        add(rows, "last_run_other", watch.lastRuns().other().ago());
        return Table.of(
                        "distributions",
                        "Distributions",
                        List.of(
                                text("measure", "Measure"),
                                ms("low_ns", "From ms"),
                                ms("high_ns", "To ms"),
                                count("count", "Count"),
                                Columns.percent("cumulated_share", "Up to here %")),
                        rows)
                .withNotes(List.of("buckets are 0.4 % off the values in them at most, to either side"))
                .withNotes(new LostEvents(stats).unbounded());
    }

    private static void add(List<@Nullable Object[]> rows, String measure, LatencyHistogram of) {
        long[] seen = {0};
        of.forEach((low, high, n) -> {
            seen[0] += n;
            rows.add(new @Nullable Object[] {measure, low, high, n, Columns.share(seen[0], of.count())});
        });
    }
}
