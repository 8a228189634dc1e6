package rewake.report.html;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.report.Chart;
import rewake.report.Table;

/** Draws lines or steps over a numeric column, with bands for intervals. An unknown value breaks its line. */
final class LinesSvg {
    private static final int MOST_ROWS = 20_000;
    private static final int HEIGHT = 340;
    private static final int TOP = 10;
    private static final int RIGHT = 24;
    private static final int LEFT = 76;
    private static final int BOTTOM = 46;

    private final Chart.Lines chart;
    private final Appendable out;
    private final Drawing drawing;
    private final Map<String, List<@Nullable Object[]>> lines = new LinkedHashMap<>();

    LinesSvg(Chart.Lines chart, Table table, Appendable out) throws IOException {
        this.chart = chart;
        this.out = out;
        drawing = new Drawing(table, MOST_ROWS);
        for (@Nullable Object[] row : drawing.rows()) {
            if (!isDrawable(drawing.number(row, chart.x()))) continue;
            String line = chart.by() == null ? "" : drawing.text(row, chart.by());
            lines.computeIfAbsent(line, _ -> new ArrayList<>()).add(row);
        }
    }

    void draw() throws IOException {
        if (lines.isEmpty()) {
            out.append("<p class=\"note\">Nothing to draw.</p>\n");
            return;
        }
        var shown = lines.entrySet().stream()
                .limit(Math.max(1, Drawing.COLORS / chart.series().size()))
                .toList();
        var frame = new Frame(xAxis(), yAxis());
        var names = new ArrayList<String>();
        for (var line : shown) {
            for (Chart.Series series : chart.series()) names.add(name(line.getKey(), series));
        }
        Drawing.legend(out, names);
        Drawing.open(out, chart.title(), HEIGHT);
        drawAxes(frame);
        int color = 0;
        for (var line : shown) {
            for (Chart.Series series : chart.series()) drawLine(frame, line.getValue(), series, color++);
        }
        Drawing.close(out);
        if (shown.size() < lines.size()) {
            out.append("<p class=\"note\">The first " + shown.size() + " of " + lines.size() + " lines.</p>\n");
        }
        if (drawing.left() > 0) {
            out.append("<p class=\"note\">The first " + MOST_ROWS + " of " + drawing.total() + " rows.</p>\n");
        }
    }

    private boolean isDrawable(double x) {
        return !Double.isNaN(x) && (!chart.logX() || x > 0);
    }

    private String name(String line, Chart.Series series) {
        String title = drawing.column(series.value()).title();
        if (chart.by() == null) return title;
        return chart.series().size() == 1 ? line : line + " " + title;
    }

    private Axis xAxis() {
        var x = drawing.rows().stream()
                .mapToDouble(row -> drawing.number(row, chart.x()))
                .filter(this::isDrawable)
                .summaryStatistics();
        return chart.logX() ? Axis.log(x.getMin(), x.getMax()) : Axis.linear(x.getMin(), x.getMax(), 6);
    }

    private Axis yAxis() {
        var columns = chart.series().stream().flatMap(ChartHtml::columns).toList();
        var y = drawing.rows().stream()
                .flatMapToDouble(row -> columns.stream().mapToDouble(c -> drawing.number(row, c)))
                .filter(v -> !Double.isNaN(v))
                .summaryStatistics();
        return y.getCount() == 0 ? Axis.linear(0, 1, 5) : Axis.linear(Math.min(0, y.getMin()), y.getMax(), 5);
    }

    private void drawAxes(Frame frame) throws IOException {
        double bottom = HEIGHT - BOTTOM;
        for (Axis.Tick tick : frame.x.ticks()) {
            Drawing.line(out, "grid", frame.x(tick.value()), TOP, frame.x(tick.value()), bottom);
            Drawing.text(out, frame.x(tick.value()), bottom + 16, "middle", tick.label());
        }
        for (Axis.Tick tick : frame.y.ticks()) {
            Drawing.line(out, "grid", LEFT, frame.y(tick.value()), Drawing.WIDTH - RIGHT, frame.y(tick.value()));
            Drawing.text(out, LEFT - 6, frame.y(tick.value()) + 4, "end", tick.label());
        }
        double middle = (LEFT + Drawing.WIDTH - RIGHT) / 2.0;
        Drawing.text(
                out, middle, HEIGHT - 8, "middle", drawing.column(chart.x()).title());
        out.append("<g transform=\"translate(13 " + Html.n((TOP + bottom) / 2) + ") rotate(-90)\">");
        var titles = chart.series().stream()
                .map(s -> drawing.column(s.value()).title())
                .toList();
        Drawing.text(out, 0, 0, "middle", String.join(", ", titles));
        out.append("</g>\n");
    }

    private void drawLine(Frame frame, List<@Nullable Object[]> rows, Chart.Series series, int color)
            throws IOException {
        if (series.low() != null && series.high() != null) {
            out.append("<path class=\"band c" + color % Drawing.COLORS + "\" d=\"");
            for (List<@Nullable Object[]> run : runs(rows, List.of(series.low(), series.high()))) {
                out.append('M').append(path(frame, run, series.high(), false));
                out.append('L')
                        .append(path(frame, run.reversed(), series.low(), true))
                        .append('Z');
            }
            out.append("\"/>\n");
        }
        out.append("<path class=\"line l" + color % Drawing.COLORS + "\" d=\"");
        for (List<@Nullable Object[]> run : runs(rows, List.of(series.value()))) {
            out.append('M').append(path(frame, run, series.value(), false));
        }
        out.append("\"/>\n");
    }

    /** The stretches of rows in which all these columns are known. */
    private List<List<@Nullable Object[]>> runs(List<@Nullable Object[]> rows, List<String> columns) {
        var runs = new ArrayList<List<@Nullable Object[]>>();
        boolean broken = true;
        for (@Nullable Object[] row : rows) {
            boolean known = columns.stream().noneMatch(c -> Double.isNaN(drawing.number(row, c)));
            if (known && broken) runs.add(new ArrayList<>());
            if (known) runs.getLast().add(row);
            broken = !known;
        }
        return runs;
    }

    /** The points of a run joined; steps go across then up, and the other way round when drawn backwards. */
    private String path(Frame frame, List<@Nullable Object[]> run, String column, boolean backwards) {
        var path = new StringBuilder();
        for (@Nullable Object[] row : run) {
            String x = Html.n(frame.x(drawing.number(row, chart.x())));
            String y = Html.n(frame.y(drawing.number(row, column)));
            if (path.isEmpty()) path.append(x).append(' ').append(y);
            else if (chart.curve() == Chart.Curve.LINE)
                path.append('L').append(x).append(' ').append(y);
            else if (backwards) path.append('V').append(y).append('H').append(x);
            else path.append('H').append(x).append('V').append(y);
        }
        return path.toString();
    }

    /** Both axes in the picture's coordinates. */
    private record Frame(Axis x, Axis y) {
        double x(double value) {
            return LEFT + x.position(value) * (Drawing.WIDTH - RIGHT - LEFT);
        }

        double y(double value) {
            return HEIGHT - BOTTOM - y.position(value) * (HEIGHT - BOTTOM - TOP);
        }
    }
}
