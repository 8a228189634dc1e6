package rewake.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One table of a report.
 *
 * @param name the stable machine name, lower_snake_case; also the file name of its CSV and Arrow files
 * @param title what humans read above it
 * @param columns at least one
 * @param rows the rows; read them through {@link #forEachBatch}, which checks them
 * @param notes sentences for humans: why cells are unknown, what a column counts
 */
public record Table(String name, String title, List<Column> columns, Rows rows, List<String> notes) {
    /** Checks names and copies the lists. */
    public Table {
        Names.checkSnakeCase("table", name);
        columns = List.copyOf(columns);
        notes = List.copyOf(notes);
        if (columns.isEmpty()) throw new IllegalArgumentException(name + ": a table has at least one column");
        Names.checkUnique(name + ": column", columns.stream().map(Column::name).toList());
    }

    /** A table without notes. */
    public Table(String name, String title, List<Column> columns, Rows rows) {
        this(name, title, columns, rows, List.of());
    }

    /** A table whose rows are in memory; they are checked at once. */
    public static Table of(String name, String title, List<Column> columns, List<@Nullable Object[]> rows) {
        var table = new Table(name, title, columns, Rows.of(rows));
        for (@Nullable Object[] row : rows) table.checked(row);
        return table;
    }

    /** The same table with these notes after those it has. */
    public Table withNotes(List<String> more) {
        var all = new ArrayList<>(notes);
        all.addAll(more);
        return new Table(name, title, columns, rows, all);
    }

    /** The same table, its details for machines only. */
    public Table withoutDetails() {
        List<Column> brief =
                columns.stream().map(c -> c.detail() ? c.hidden() : c).toList();
        return new Table(name, title, brief, rows, notes);
    }

    /** The index of a column. */
    public int indexOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) return i;
        }
        throw new IllegalArgumentException("table " + name + " has no column " + column);
    }

    /** Gives all rows, each checked: as many cells as columns, each of its column's class, doubles finite or null. */
    public void forEachBatch(Rows.Sink sink) throws IOException {
        rows.forEachBatch(batch -> {
            var checked = new ArrayList<@Nullable Object[]>(batch.size());
            for (@Nullable Object[] row : batch) checked.add(checked(row));
            sink.accept(checked);
        });
    }

    /** A row that does not fit its columns is a fault of ours, so it ends the run. */
    private @Nullable Object[] checked(@Nullable Object[] row) {
        if (row.length != columns.size()) {
            throw new IllegalStateException(
                    "table " + name + ": a row of " + row.length + " cells for " + columns.size() + " columns");
        }
        boolean finite = true;
        for (int i = 0; i < row.length; i++) {
            Object cell = row[i];
            if (cell == null) continue;
            Column column = columns.get(i);
            if (!column.type().holds(cell)) {
                throw new IllegalStateException("table " + name + ", column " + column.name() + ": " + column.type()
                        + " expected, found " + cell.getClass().getSimpleName() + " " + cell);
            }
            finite &= !isUnknownDouble(cell);
        }
        return finite ? row : withoutUnknownDoubles(row);
    }

    private static boolean isUnknownDouble(@Nullable Object cell) {
        return cell instanceof Double d && !Double.isFinite(d);
    }

    private static @Nullable Object[] withoutUnknownDoubles(@Nullable Object[] row) {
        @Nullable Object[] copy = row.clone();
        for (int i = 0; i < copy.length; i++) {
            if (isUnknownDouble(copy[i])) copy[i] = null;
        }
        return copy;
    }
}
