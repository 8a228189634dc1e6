package rewake.report;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table, delivered in batches so that nobody has to hold them all.
 *
 * <p>Each call of {@link #forEachBatch} gives the same rows from the start. A source that can give its rows only once
 * says so by throwing {@link IllegalStateException} the second time; such a table can be written to one file of one
 * kind, but not into a folder.
 */
@FunctionalInterface
public interface Rows {
    /** Gives all rows in order. Batches may be of any size; a batch is valid during the call only. */
    void forEachBatch(Sink sink) throws IOException;

    /** Takes the rows. */
    @FunctionalInterface
    interface Sink {
        /** Takes the next rows, one array of cells each, in the order of the columns; null is unknown. */
        void accept(List<@Nullable Object[]> batch) throws IOException;
    }

    /** Rows that are already in memory. */
    static Rows of(List<@Nullable Object[]> rows) {
        var copy = List.copyOf(rows);
        return sink -> {
            if (!copy.isEmpty()) sink.accept(copy);
        };
    }
}
