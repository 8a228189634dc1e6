package rewake.report.html;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.report.Chart;
import rewake.report.Column;
import rewake.report.Show;
import rewake.report.Table;

/** The rows a chart draws, with cells as numbers in the unit their headers name. */
final class Drawing {
    /** How wide every drawing is, in its own units; the page scales it. */
    static final int WIDTH = 760;

    /** Colours a page has; more lines than that are not told apart by anybody. */
    static final int COLORS = 8;

    private final Table table;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private long total;

    /** Reads the first rows of the table. */
    Drawing(Table table, int mostRows) throws IOException {
        this.table = table;
        table.forEachBatch((List<@Nullable Object[]> batch) -> {
            for (@Nullable Object[] row : batch) {
                if (total++ < mostRows) rows.add(row);
            }
        });
    }

    List<@Nullable Object[]> rows() {
        return rows;
    }

    /** Rows of the table that are not drawn. */
    long left() {
        return total - rows.size();
    }

    long total() {
        return total;
    }

    Column column(String name) {
        return table.columns().get(table.indexOf(name));
    }

    /** What a human reads of a cell. */
    String text(@Nullable Object[] row, String column) {
        return column(column).text(row[table.indexOf(column)]);
    }

    /** Whether a cell says yes; null where it is unknown. */
    @Nullable
    Boolean flag(@Nullable Object[] row, String column) {
        return row[table.indexOf(column)] instanceof Boolean flag ? flag : null;
    }

    /** The number a human reads of a cell, unrounded; NaN where it is unknown. */
    double number(@Nullable Object[] row, String column) {
        if (!(row[table.indexOf(column)] instanceof Number cell)) return Double.NaN;
        double value = cell.doubleValue();
        return switch (column(column).show()) {
            case NS_AS_MS, NS_AS_MS_CUT -> value / 1e6;
            case NS_AS_S -> value / 1e9;
            case PERCENT -> value * 100;
            case PLAIN, NUMBER3, SIGNIFICANT5, HIDDEN -> value;
        };
    }

    /** What a human reads of a 1 in that column: 100 where it is shown as percent. */
    double one(String column) {
        return column(column).show() == Show.PERCENT ? 100 : 1;
    }

    /** The text of a value and its interval, as the tooltip of its mark. */
    String tooltip(String of, @Nullable Object[] row, Chart.Series series) {
        String text = of + ": " + column(series.value()).title() + " " + text(row, series.value());
        if (series.low() == null || series.high() == null) return text;
        return text + " (" + text(row, series.low()) + " to " + text(row, series.high()) + ")";
    }

    /** Names the colours, where there is more than one. */
    static void legend(Appendable out, List<String> names) throws IOException {
        if (names.size() < 2) return;
        out.append("<ul class=\"legend\">");
        for (int i = 0; i < names.size(); i++) {
            out.append("<li><svg class=\"swatch\" viewBox=\"0 0 10 10\"><rect class=\"c" + i % COLORS);
            out.append("\" width=\"10\" height=\"10\"/></svg>")
                    .append(Html.escape(names.get(i)))
                    .append("</li>");
        }
        out.append("</ul>\n");
    }

    /** Opens the picture. */
    static void open(Appendable out, String title, double height) throws IOException {
        out.append("<div class=\"wide\"><svg class=\"chart\" role=\"img\" viewBox=\"0 0 " + WIDTH + " ");
        out.append(Html.n(height))
                .append("\" aria-label=\"")
                .append(Html.escape(title))
                .append("\">\n");
    }

    /** Closes what {@link #open} opened. */
    static void close(Appendable out) throws IOException {
        out.append("</svg></div>\n");
    }

    /** A text in the picture; the anchor is start, middle or end. */
    static void text(Appendable out, double x, double y, String anchor, String text) throws IOException {
        out.append("<text x=\"").append(Html.n(x)).append("\" y=\"").append(Html.n(y));
        out.append("\" text-anchor=\"")
                .append(anchor)
                .append("\">")
                .append(Html.escape(text))
                .append("</text>\n");
    }

    /** A thin line of the grid. */
    static void line(Appendable out, String style, double x1, double y1, double x2, double y2) throws IOException {
        out.append("<line class=\"").append(style).append("\" x1=\"").append(Html.n(x1));
        out.append("\" y1=\"").append(Html.n(y1)).append("\" x2=\"").append(Html.n(x2));
        out.append("\" y2=\"").append(Html.n(y2)).append("\"/>\n");
    }
}
