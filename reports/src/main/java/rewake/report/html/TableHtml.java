package rewake.report.html;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.report.Column;
import rewake.report.Table;

/** Writes one table: shown text in the cells, machine values in their attributes. */
final class TableHtml {
    /** Rows on a page; the files beside it hold all. */
    static final int MOST_ROWS = 2000;

    private final Table table;
    private final Appendable out;
    private long rows;

    TableHtml(Table table, Appendable out) {
        this.table = table;
        this.out = out;
    }

    void write() throws IOException {
        out.append("<div class=\"wide\"><table class=\"data\">\n<thead><tr>");
        for (Column column : table.columns()) {
            if (column.visible()) writeHeader(column);
        }
        out.append("</tr></thead>\n<tbody>\n");
        table.forEachBatch((List<@Nullable Object[]> batch) -> {
            for (@Nullable Object[] row : batch) {
                if (rows++ < MOST_ROWS) writeRow(row);
            }
        });
        out.append("</tbody></table></div>\n");
        writeNotes();
    }

    private void writeHeader(Column column) throws IOException {
        out.append("<th scope=\"col\" data-name=\"").append(column.name()).append("\" data-type=\"");
        out.append(
                switch (column.type()) {
                    case LONG -> "long";
                    case DOUBLE -> "double";
                    case TEXT -> "text";
                    case BOOL -> "bool";
                });
        out.append(column.type().isNumber() ? "\" class=\"number\">" : "\">");
        out.append(Html.escape(column.title())).append("</th>");
    }

    private void writeRow(@Nullable Object[] row) throws IOException {
        out.append("<tr>");
        for (int i = 0; i < row.length; i++) {
            Column column = table.columns().get(i);
            if (column.visible()) writeCell(column, row[i]);
        }
        out.append("</tr>\n");
    }

    private void writeCell(Column column, @Nullable Object cell) throws IOException {
        out.append("<td");
        if (cell == null) out.append(column.type().isNumber() ? " class=\"number unknown\"" : " class=\"unknown\"");
        else if (column.type().isNumber()) out.append(" class=\"number\"");
        if (cell != null && !(cell instanceof String)) {
            out.append(" data-value=\"").append(cell.toString()).append('"');
        }
        out.append('>').append(Html.escape(column.text(cell))).append("</td>");
    }

    private void writeNotes() throws IOException {
        if (rows == 0) out.append("<p class=\"note\">No rows.</p>\n");
        if (rows > MOST_ROWS) {
            out.append("<p class=\"note\">The first " + MOST_ROWS + " of " + rows + " rows; the files have all.</p>\n");
        }
        for (String note : table.notes()) {
            out.append("<p class=\"note\">").append(Html.escape(note)).append("</p>\n");
        }
    }
}
