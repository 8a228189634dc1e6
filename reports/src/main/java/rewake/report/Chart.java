package rewake.report;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A drawing of a named table: what to draw, not how. The numbers stay in the table. */
public sealed interface Chart {
    /** What humans read above it, with the question it answers. */
    String title();

    /** The table whose rows are drawn. */
    String table();

    /** All columns it reads. */
    List<String> columns();

    /**
     * One drawn quantity.
     *
     * @param value the column drawn, numeric
     * @param low the column of the lower end of its interval, or null
     * @param high the column of the upper end, or null
     */
    record Series(
            String value, @Nullable String low, @Nullable String high) {
        /** Both ends or none. */
        public Series {
            if ((low == null) != (high == null))
                throw new IllegalArgumentException(value + ": an interval has two ends");
        }

        /** A quantity without an interval. */
        public static Series of(String value) {
            return new Series(value, null, null);
        }

        Stream<String> columns() {
            return low == null || high == null ? Stream.of(value) : Stream.of(value, low, high);
        }
    }

    /**
     * Horizontal bars, a group per row, a bar per series, all on one axis and so of one unit.
     *
     * @param labels the columns that name a row
     * @param series the quantities
     */
    record Bars(String title, String table, List<String> labels, List<Series> series) implements Chart {
        /** Copies the lists. */
        public Bars {
            labels = List.copyOf(labels);
            series = List.copyOf(series);
            if (series.isEmpty()) throw new IllegalArgumentException(title + ": nothing to draw");
        }

        @Override
        public List<String> columns() {
            return Stream.concat(labels.stream(), series.stream().flatMap(Series::columns))
                    .toList();
        }
    }

    /**
     * Lines over a numeric column, rows in the order of x within each line.
     *
     * @param x the column of the horizontal axis
     * @param logX whether that axis is logarithmic; points at or below zero are then left out
     * @param series the quantities, of one unit
     * @param by a text column that splits the rows into lines of their own, or null
     * @param curve how points are joined
     */
    record Lines(
            String title,
            String table,
            String x,
            boolean logX,
            List<Series> series,
            @Nullable String by,
            Curve curve) implements Chart {
        /** Copies the list. */
        public Lines {
            series = List.copyOf(series);
            if (series.isEmpty()) throw new IllegalArgumentException(title + ": nothing to draw");
        }

        @Override
        public List<String> columns() {
            var split = Stream.ofNullable(by);
            return Stream.concat(
                            Stream.concat(Stream.of(x), split), series.stream().flatMap(Series::columns))
                    .toList();
        }
    }

    /**
     * A point with its interval per row, all on one axis with a line at zero: differences. Rows without a value are left out;
     * what lies beyond ±1 (100 percent) is drawn at the edge, with its number.
     *
     * @param labels the columns that name a row
     * @param series the quantity, with its interval
     * @param faint a yes-or-no column: rows where it is yes, or unknown, are drawn faintly
     */
    record Forest(String title, String table, List<String> labels, Series series, String faint) implements Chart {
        /** Copies the list. */
        public Forest {
            labels = List.copyOf(labels);
            if (series.low() == null) throw new IllegalArgumentException(title + ": a difference has an interval");
        }

        @Override
        public List<String> columns() {
            return Stream.concat(Stream.concat(labels.stream(), Stream.of(faint)), series.columns())
                    .toList();
        }
    }

    /** How points are joined. */
    enum Curve {
        /** Straight from point to point. */
        LINE,
        /** A value holds until the next point: counts over time, cumulative distributions. */
        STEP
    }
}
