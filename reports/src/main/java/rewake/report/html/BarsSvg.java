package rewake.report.html;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.report.Chart;
import rewake.report.Table;

/** Draws horizontal bars: a group per row, a bar per series, whiskers for intervals, the number at the end. */
final class BarsSvg {
    private static final int MOST_ROWS = 20;
    private static final int BAR = 15;
    private static final int GROUP_GAP = 9;
    private static final int TOP = 6;
    private static final int AXIS = 42;
    private static final int VALUE_ROOM = 84;
    private static final int CHARACTER = 7;
    private static final int MOST_LABEL = 34;

    private final Chart.Bars chart;
    private final Appendable out;
    private final Drawing drawing;
    private final Axis axis;
    private final double left;
    private final double height;

    BarsSvg(Chart.Bars chart, Table table, Appendable out) throws IOException {
        this.chart = chart;
        this.out = out;
        drawing = new Drawing(table, MOST_ROWS);
        axis = axis();
        int longest = drawing.rows().stream()
                .mapToInt(row -> shortLabel(row).length())
                .max()
                .orElse(0);
        left = longest * CHARACTER + 12;
        double group = chart.series().size() * BAR + GROUP_GAP;
        height = TOP + drawing.rows().size() * group + AXIS;
    }

    void draw() throws IOException {
        if (drawing.rows().isEmpty()) {
            out.append("<p class=\"note\">Nothing to draw.</p>\n");
            return;
        }
        Drawing.legend(out, titles());
        Drawing.open(out, chart.title(), height);
        drawAxis();
        double y = TOP + GROUP_GAP / 2.0;
        for (@Nullable Object[] row : drawing.rows()) {
            double middle = y + chart.series().size() * BAR / 2.0;
            Drawing.text(out, left - 8, middle + 4, "end", shortLabel(row));
            for (int i = 0; i < chart.series().size(); i++) {
                drawBar(row, i, y);
                y += BAR;
            }
            y += GROUP_GAP;
        }
        Drawing.line(out, "zero", x(0), TOP, x(0), height - AXIS);
        Drawing.close(out);
        if (drawing.left() > 0) {
            out.append("<p class=\"note\">The first " + MOST_ROWS + " of " + drawing.total() + " rows.</p>\n");
        }
    }

    private List<String> titles() {
        return chart.series().stream()
                .map(s -> drawing.column(s.value()).title())
                .toList();
    }

    private Axis axis() {
        double low = 0;
        double high = 0;
        for (@Nullable Object[] row : drawing.rows()) {
            for (String column :
                    chart.series().stream().flatMap(ChartHtml::columns).toList()) {
                double value = drawing.number(row, column);
                if (Double.isNaN(value)) continue;
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        }
        return Axis.linear(low, high, 5);
    }

    private void drawAxis() throws IOException {
        double bottom = height - AXIS;
        for (Axis.Tick tick : axis.ticks()) {
            Drawing.line(out, "grid", x(tick.value()), TOP, x(tick.value()), bottom);
            Drawing.text(out, x(tick.value()), bottom + 15, "middle", tick.label());
        }
        double middle = (x(axis.min()) + x(axis.max())) / 2;
        Drawing.text(out, middle, bottom + 33, "middle", String.join(", ", titles()));
    }

    private void drawBar(@Nullable Object[] row, int i, double y) throws IOException {
        Chart.Series series = chart.series().get(i);
        double value = drawing.number(row, series.value());
        double end = x(0);
        out.append("<g><title>")
                .append(Html.escape(drawing.tooltip(label(row), row, series)))
                .append("</title>");
        if (!Double.isNaN(value)) {
            end = Math.max(end, x(value));
            out.append("<rect class=\"c" + i % Drawing.COLORS + "\" x=\"").append(Html.n(Math.min(x(0), x(value))));
            out.append("\" y=\"").append(Html.n(y + 1)).append("\" width=\"").append(Html.n(Math.abs(x(value) - x(0))));
            out.append("\" height=\"" + (BAR - 2) + "\"/>");
        }
        if (series.low() != null && series.high() != null) {
            end = Math.max(end, drawWhisker(drawing.number(row, series.low()), drawing.number(row, series.high()), y));
        }
        String text = Double.isNaN(value) ? "unknown" : drawing.text(row, series.value());
        Drawing.text(out, end + 5, y + BAR - 3.5, "start", text);
        out.append("</g>\n");
    }

    private double drawWhisker(double low, double high, double y) throws IOException {
        if (Double.isNaN(low) || Double.isNaN(high)) return x(0);
        double middle = y + BAR / 2.0;
        Drawing.line(out, "whisker", x(low), middle, x(high), middle);
        Drawing.line(out, "whisker", x(low), middle - 3, x(low), middle + 3);
        Drawing.line(out, "whisker", x(high), middle - 3, x(high), middle + 3);
        return x(high);
    }

    private double x(double value) {
        return left + axis.position(value) * (Drawing.WIDTH - VALUE_ROOM - left);
    }

    private String label(@Nullable Object[] row) {
        var parts = new ArrayList<String>();
        for (String column : chart.labels()) parts.add(drawing.text(row, column));
        return String.join(" ", parts);
    }

    /** Long names are cut in the middle: what tells two models apart is often at their ends. */
    private String shortLabel(@Nullable Object[] row) {
        String label = label(row);
        if (label.length() <= MOST_LABEL) return label;
        int half = MOST_LABEL / 2;
        return label.substring(0, half) + "…" + label.substring(label.length() - half + 1);
    }
}
