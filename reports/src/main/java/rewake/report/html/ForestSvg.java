package rewake.report.html;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.report.Chart;
import rewake.report.Table;

/** Draws a point and its interval per row around a line at zero. */
final class ForestSvg {
    private static final int MOST_ROWS = 200;
    private static final int ROW = 17;
    private static final int TOP = 6;
    private static final int AXIS = 42;
    private static final int VALUE_ROOM = 84;
    private static final int CHARACTER = 8;

    private final Chart.Forest chart;
    private final Appendable out;
    private final Drawing drawing;
    private final List<@Nullable Object[]> rows;
    private final Axis axis;
    private final double edge;
    private final double left;

    ForestSvg(Chart.Forest chart, Table table, Appendable out) throws IOException {
        this.chart = chart;
        this.out = out;
        drawing = new Drawing(table, MOST_ROWS);
        rows = drawing.rows().stream()
                .filter(row -> !Double.isNaN(drawing.number(row, chart.series().value())))
                .toList();
        double whole = drawing.one(chart.series().value());
        double farthest = rows.stream()
                .flatMapToDouble(row -> ChartHtml.columns(chart.series()).mapToDouble(c -> drawing.number(row, c)))
                .filter(v -> !Double.isNaN(v))
                .map(Math::abs)
                .max()
                .orElse(whole);
        edge = Math.min(whole, Math.max(farthest, whole / 100));
        axis = Axis.linear(-edge, edge, 6);
        left = rows.stream().mapToInt(row -> label(row).length()).max().orElse(0) * CHARACTER + 12;
    }

    void draw() throws IOException {
        if (rows.isEmpty()) {
            out.append("<p class=\"note\">Nothing to draw.</p>\n");
            return;
        }
        double bottom = TOP + rows.size() * ROW;
        Drawing.open(out, chart.title(), bottom + AXIS);
        for (Axis.Tick tick : axis.ticks()) {
            Drawing.line(out, "grid", x(tick.value()), TOP, x(tick.value()), bottom);
            Drawing.text(out, x(tick.value()), bottom + 15, "middle", tick.label());
        }
        Drawing.line(out, "zero", x(0), TOP, x(0), bottom);
        String title = drawing.column(chart.series().value()).title();
        Drawing.text(out, x(0), bottom + 33, "middle", title);
        double y = TOP + ROW / 2.0;
        for (@Nullable Object[] row : rows) {
            drawRow(row, y);
            y += ROW;
        }
        Drawing.close(out);
        if (drawing.left() > 0)
            out.append("<p class=\"note\">The first " + MOST_ROWS + " of " + drawing.total() + " rows.</p>\n");
    }

    private void drawRow(@Nullable Object[] row, double y) throws IOException {
        Chart.Series series = chart.series();
        boolean clear = Boolean.FALSE.equals(drawing.flag(row, chart.faint()));
        out.append(clear ? "<g>" : "<g class=\"faint\">").append("<title>");
        out.append(Html.escape(drawing.tooltip(label(row), row, series))).append("</title>\n");
        Drawing.text(out, left - 8, y + 4, "end", label(row));
        double value = drawing.number(row, series.value());
        double low = number(row, series.low(), value);
        double high = number(row, series.high(), value);
        Drawing.line(out, "whisker", x(low), y, x(high), y);
        out.append("<circle class=\"c0\" cx=\"")
                .append(Html.n(x(value)))
                .append("\" cy=\"")
                .append(Html.n(y));
        out.append("\" r=\"4\"/>\n");
        Drawing.text(out, Drawing.WIDTH - VALUE_ROOM + 14, y + 4, "start", drawing.text(row, series.value()));
        out.append("</g>\n");
    }

    private double number(@Nullable Object[] row, @Nullable String column, double otherwise) {
        double value = column == null ? Double.NaN : drawing.number(row, column);
        return Double.isNaN(value) ? otherwise : value;
    }

    private double x(double value) {
        double inside = Math.clamp(value, axis.min(), axis.max());
        return left + axis.position(inside) * (Drawing.WIDTH - VALUE_ROOM - left);
    }

    private String label(@Nullable Object[] row) {
        return chart.labels().stream().map(c -> drawing.text(row, c)).collect(Collectors.joining(" "));
    }
}
