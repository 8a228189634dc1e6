package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.shownIf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.observe.LatencyBounds;
import rewake.report.Column;

/** The columns that bound the figures of a distribution, two for each figure, and their cells. */
final class BoundColumns {
    private BoundColumns() {}

    /**
     * The columns.
     *
     * @param of what goes before the names of average, maximum and sum, such as {@code delay_}
     * @param shown whether people see the more important ones
     */
    static List<Column> of(String of, boolean shown) {
        var columns = new ArrayList<Column>();
        columns.add(shownIf(shown, count("count_low", "Count from")));
        columns.add(shownIf(shown, count("count_high", "to")));
        pair(columns, of + "avg", "Avg from ms", shown);
        pair(columns, of + "max", "Max from ms", shown);
        pair(columns, of + "sum", "Sum from ms", false);
        pair(columns, "p50", "p50 from ms", false);
        pair(columns, "p95", "p95 from ms", false);
        pair(columns, "p99", "p99 from ms", shown);
        pair(columns, "p999", "p99.9 from ms", false);
        return columns;
    }

    /**
     * The same for waits that are one of several things in a table.
     *
     * @param counts the column of their number
     * @param of what goes before the names of their sum, percentiles and longest, such as {@code wait_}
     * @param percentiles such as 50 and 99; {@code --wide} shows those of the 99th and the longest
     */
    static List<Column> of(String counts, String of, boolean shown, int... percentiles) {
        var columns = new ArrayList<Column>();
        columns.add(shownIf(shown, count(counts + "_low", "Number from")));
        columns.add(shownIf(shown, count(counts + "_high", "to")));
        pair(columns, of + "sum", "Sum from ms", false);
        for (int p : percentiles) pair(columns, of + "p" + p, "p" + p + " from ms", shown && p == 99);
        pair(columns, of + "max", "Max from ms", shown);
        return columns.stream().map(Columns::detail).toList();
    }

    /** Their cells. */
    static List<@Nullable Object> cells(LatencyBounds bounds, int... percentiles) {
        var cells = new ArrayList<@Nullable Object>();
        cells.add(bounds.countLow());
        cells.add(bounds.countHigh());
        cells.add(bounds.sumLow());
        cells.add(bounds.sumHigh());
        for (int p : percentiles) {
            cells.add(bounds.percentileLow(p / 100.0));
            cells.add(bounds.percentileHigh(p / 100.0));
        }
        cells.add(bounds.maxLow());
        cells.add(bounds.maxHigh());
        return cells;
    }

    private static void pair(List<Column> columns, String name, String title, boolean shown) {
        columns.add(shownIf(shown, ms(name + "_low_ns", title)));
        columns.add(shownIf(shown, ms(name + "_high_ns", "to ms")));
    }

    /** Their cells. */
    static List<@Nullable Object> cells(LatencyBounds bounds) {
        var cells = new ArrayList<@Nullable Object>();
        cells.add(bounds.countLow());
        cells.add(bounds.countHigh());
        cells.add(bounds.avgLow());
        cells.add(bounds.avgHigh());
        cells.add(bounds.maxLow());
        cells.add(bounds.maxHigh());
        cells.add(bounds.sumLow());
        cells.add(bounds.sumHigh());
        for (double share : new double[] {0.5, 0.95, 0.99, 0.999}) {
            cells.add(bounds.percentileLow(share));
            cells.add(bounds.percentileHigh(share));
        }
        return cells;
    }

    /** What stands below a table with such columns, where something is missing. */
    static List<String> notes(@Nullable Long lost, long open) {
        var notes = new ArrayList<String>();
        if (lost == null)
            notes.add(
                    "events are missing and their number is not known: figures are as recorded, only the longest delay has an"
                            + " upper bound");
        else if (lost > 0)
            notes.add("from and to: what a figure can be if any of the " + lost
                    + " lost events were of this row, at worst and at"
                    + " best; - where that is without bound. Run times are as recorded");
        if (open > 0)
            notes.add(open + (open == 1 ? " delay was" : " delays were")
                    + " still going on at the end of the trace and counted in"
                    + " no figure; the bounds in machine outputs allow for " + (open == 1 ? "it" : "them"));
        return notes;
    }
}
