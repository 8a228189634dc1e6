package rewake.report.html;

import java.io.IOException;
import java.util.stream.Stream;
import rewake.report.Chart;
import rewake.report.Table;

/** Writes one chart as a figure with its title and legend. */
final class ChartHtml {
    private ChartHtml() {}

    static void write(Chart chart, Table table, Appendable out) throws IOException {
        out.append("<figure>\n");
        Html.element(out, "figcaption", chart.title());
        switch (chart) {
            case Chart.Bars bars -> new BarsSvg(bars, table, out).draw();
            case Chart.Lines lines -> new LinesSvg(lines, table, out).draw();
            case Chart.Forest forest -> new ForestSvg(forest, table, out).draw();
        }
        out.append("</figure>\n");
    }

    /** The columns of a series that are drawn on the axis of its value. */
    static Stream<String> columns(Chart.Series series) {
        return series.low() == null || series.high() == null
                ? Stream.of(series.value())
                : Stream.of(series.value(), series.low(), series.high());
    }
}
