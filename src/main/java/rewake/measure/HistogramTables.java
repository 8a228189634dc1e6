package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.observe.LatencyHistogram;
import rewake.report.Column;
import rewake.report.Table;

/**
 * Distributions as tables. Bounds of buckets are the scheme's, not the data's, so that the counts of two captures can be added
 * row by row.
 */
public final class HistogramTables {
    /** The fine table's name. */
    public static final String FINE = "histogram";

    /** The table of powers of two. */
    public static final String LOG2 = "histogram_log2";

    private static final int BAR = 40;

    private static final List<Column> COLUMNS = List.of(
            text("scope", "Scope"),
            text("task", "Task"),
            count("pid", "Pid"),
            ms("low_ns", "From ms"),
            ms("high_ns", "To ms"),
            count("count", "Count"),
            count("cumulative", "Up to here"),
            percent("cumulative_share", "Up to here %"));

    private static final List<Column> LOG2_COLUMNS = List.of(
            ms("low_ns", "From ms"),
            ms("high_ns", "To ms"),
            count("count", "Count"),
            percent("cumulative_share", "Up to here %"),
            text("distribution", "Distribution"));

    private HistogramTables() {}

    /**
     * A distribution and whose it is.
     *
     * @param scope {@code all}, {@code comm:NAME} or {@code pid:N}
     * @param task its name, null for all
     * @param pid null where several tasks are merged
     */
    public record Of(
            String scope, @Nullable String task, @Nullable Long pid, LatencyHistogram histogram) {}

    /** Table {@code histogram}: every bucket that holds something, from the lowest on, for each distribution. */
    public static Table fine(String title, List<Of> distributions) {
        return new Table(
                FINE,
                title,
                COLUMNS,
                sink -> {
                    for (Of of : distributions) sink.accept(rows(of));
                },
                List.of(
                        "durations below 256 ns have a bucket each; above, every power of two is split into 128 equal buckets,"
                                + " so a bucket is at most 0.8 % wide. Bounds are the same in every trace: counts of the same bounds"
                                + " add up"));
    }

    private static List<@Nullable Object[]> rows(Of of) {
        var rows = new ArrayList<@Nullable Object[]>();
        long[] seen = {0};
        of.histogram.forEach((low, high, n) -> {
            seen[0] += n;
            rows.add(new @Nullable Object[] {
                of.scope, of.task, of.pid, low, high, n, seen[0], Columns.share(seen[0], of.histogram.count())
            });
        });
        return rows;
    }

    /** Table {@code histogram_log2}: powers of two with a bar each, as the BPF tools print them. */
    public static Table log2(String title, LatencyHistogram histogram) {
        long[] octaves = new long[Long.SIZE];
        histogram.forEach((low, _, n) -> octaves[octave(low)] += n);
        int first = 0;
        int last = octaves.length - 1;
        while (first < last && octaves[first] == 0) first++;
        while (last > first && octaves[last] == 0) last--;
        long most = 0;
        for (long n : octaves) most = Math.max(most, n);
        var rows = new ArrayList<@Nullable Object[]>();
        long seen = 0;
        for (int o = first; o <= last && most > 0; o++) {
            seen += octaves[o];
            long low = o == 0 ? 0 : 1L << o;
            rows.add(new @Nullable Object[] {
                low, (2L << o) - 1, octaves[o], Columns.share(seen, histogram.count()), bar(octaves[o], most)
            });
        }
        return Table.of(LOG2, title, LOG2_COLUMNS, rows);
    }

    private static int octave(long ns) {
        return ns < 2 ? 0 : Long.SIZE - 1 - Long.numberOfLeadingZeros(ns);
    }

    private static String bar(long n, long most) {
        int ink = Math.toIntExact(Math.round((double) BAR * n / most));
        return "|" + "@".repeat(ink) + " ".repeat(BAR - ink) + "|";
    }
}
