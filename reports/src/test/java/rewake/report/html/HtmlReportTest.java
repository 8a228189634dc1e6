package rewake.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rewake.report.Chart;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Report;
import rewake.report.Samples;
import rewake.report.Show;
import rewake.report.Table;

class HtmlReportTest {
    @Test
    void cellsShowTheTextAndCarryTheExactValue() throws IOException {
        assertThat(page(Samples.report())).contains("""
                        <th scope="col" data-name="runtime_ns" data-type="long" class="number">Runtime ms</th>\
                        """, """
                        <tr><td>hackbench</td><td class="number" data-value="4711">4711</td>\
                        <td class="number" data-value="1234567890">1234.568</td>\
                        <td class="number" data-value="123456.5">0.123</td>\
                        <td class="number" data-value="254752314960999">254752.314960</td>\
                        <td class="number" data-value="0.9996">99.96</td><td class="number" data-value="0.4125">0.412</td>\
                        <td class="number" data-value="1.5">1.5</td><td data-value="true">yes</td></tr>
                        """, """
                        <tr><td>a ==&gt; b</td><td class="number unknown">-</td>""");
    }

    @Test
    void namesCannotBecomeMarkup() throws IOException {
        String page = page(Samples.report());
        assertThat(page)
                .doesNotContain("<script>alert", "<b>", "<i>", "\u001b", "\u202e")
                .contains(
                        "<td>&lt;script&gt;alert(1)&lt;/script&gt;</td>",
                        "<td>say &quot;hi&quot;, you</td>",
                        "<td>\\x1b[31mred &amp; &lt;b&gt;\\u202e</td>",
                        "<figcaption>How long did tasks &lt;i&gt;wait&lt;/i&gt;?</figcaption>",
                        "<td>a &lt;b&gt; &amp; &quot;c&quot;/perf.data</td>");
        // one script and one style: those of the template
        assertThat(page.split("<script", -1)).hasSize(2);
        assertThat(page.split("<style", -1)).hasSize(2);
    }

    @Test
    void nothingIsFetched() throws IOException {
        String page = page(Samples.report());
        assertThat(page)
                .contains("content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"")
                .doesNotContainPattern("(?i)\\bsrc=|<link|@import|url\\(|<iframe|<img|fetch\\(|https?:");
        var links = Pattern.compile("href=\"([^\"]*)\"").matcher(page).results().map(m -> m.group(1));
        assertThat(links)
                .containsExactly(
                        "#latency",
                        "#skipped",
                        "#evidence",
                        "latency.csv",
                        "latency.arrow",
                        "skipped.csv",
                        "skipped.arrow");
    }

    @Test
    void everyHoleOfTheTemplateIsFilled() throws IOException {
        assertThat(page(Samples.report())).doesNotContain("{{", "}}").endsWith("</html>\n");
        var bare = new Report("info", Map.of(), List.of(), List.of(), List.of(), List.of());
        assertThat(page(bare)).contains("<title>rewake info</title>").doesNotContain("<h1>", "class=\"losses\"");
    }

    @Test
    void headlineThenLossesThenTablesThenNextThenEvidence() throws IOException {
        assertThat(page(Samples.report()))
                .containsSubsequence(
                        "<h1>latency of 7 tasks, measured; nothing modelled</h1>",
                        "<li>12 events lost on all CPUs</li>",
                        "<section id=\"latency\">",
                        "<p class=\"note\">delays of &quot;a ==&gt; b&quot; are unknown: its wake-ups were lost</p>",
                        "<section id=\"skipped\">",
                        "<p class=\"note\">No rows.</p>",
                        "<p class=\"next\">open report/index.html</p>",
                        "<details id=\"evidence\">",
                        "<dt>losses</dt><dd><table class=\"tree\">",
                        "<td>events_lost</td><td><span class=\"unknown\">-</span></td><td>12</td>");
    }

    @Test
    void aLongTableShowsItsBeginningAndSaysSo() throws IOException {
        var report = new Report("x", Map.of(), List.of(), List.of(Samples.generated(2001)), List.of(), List.of());
        String page = page(report);
        assertThat(page.split("<tr><td", -1)).hasSize(1 + TableHtml.MOST_ROWS);
        assertThat(page).contains("The first 2000 of 2001 rows; the files have all.");
    }

    @Test
    void aForestHasAPointAndAnIntervalARowAndALineAtZero() throws IOException {
        var table = Table.of(
                "t",
                "T",
                List.of(
                        new Column("metric", ColumnType.TEXT, "Metric", Show.PLAIN),
                        new Column("change", ColumnType.DOUBLE, "Change %", Show.PERCENT),
                        new Column("low", ColumnType.DOUBLE, "Low %", Show.PERCENT),
                        new Column("high", ColumnType.DOUBLE, "High %", Show.PERCENT),
                        new Column("noise", ColumnType.BOOL, "Noise", Show.PLAIN)),
                List.of(
                        Samples.row("half", -0.5, -0.75, -0.25, false),
                        Samples.row("much", 20.0, 10.0, 30.0, false),
                        Samples.row("may", 0.25, -0.25, 0.5, true),
                        Samples.row("none", null, null, null, null)));
        var chart = new Chart.Forest("F", "t", List.of("metric"), new Chart.Series("change", "low", "high"), "noise");
        // "half" is 4 letters: the axis runs from 44 to 676, -100 to 100, zero at 360
        assertThat(drawn(table, chart))
                .contains(
                        "<line class=\"zero\" x1=\"360\" y1=\"6\" x2=\"360\" y2=\"57\"/>",
                        "<g><title>half: Change % -50.0 (-75.0 to -25.0)</title>",
                        "<line class=\"whisker\" x1=\"123\" y1=\"14.5\" x2=\"281\" y2=\"14.5\"/>",
                        "<circle class=\"c0\" cx=\"202\" cy=\"14.5\" r=\"4\"/>",
                        // beyond the edge: drawn at it, with its number
                        "<circle class=\"c0\" cx=\"676\" cy=\"31.5\" r=\"4\"/>",
                        ">2000.0</text>",
                        "<g class=\"faint\"><title>may: Change % 25.0 (-25.0 to 50.0)</title>")
                .doesNotContain("none: Change");
    }

    @Test
    void barsHaveLengthsNumbersAndWhiskers() throws IOException {
        var table = Table.of(
                "t",
                "T",
                List.of(
                        new Column("model", ColumnType.TEXT, "Model", Show.PLAIN),
                        new Column("share", ColumnType.DOUBLE, "Exact %", Show.PERCENT),
                        new Column("low", ColumnType.DOUBLE, "Low %", Show.PERCENT),
                        new Column("high", ColumnType.DOUBLE, "High %", Show.PERCENT)),
                List.of(
                        Samples.row("half", 0.5, 0.4, 0.6),
                        Samples.row("all", 1.0, 1.0, 1.0),
                        Samples.row("none", null, null, null)));
        var chart = new Chart.Bars("B", "t", List.of("model"), List.of(new Chart.Series("share", "low", "high")));
        String svg = drawn(table, chart);
        // "half" is 4 letters: the axis runs from 40 to 676, 0 to 100
        assertThat(svg)
                .contains(
                        "<title>half: Exact % 50.0 (40.0 to 60.0)</title><rect class=\"c0\" x=\"40\" y=\"11.5\" "
                                + "width=\"318\" height=\"13\"/><line class=\"whisker\" x1=\"294.4\" y1=\"18\" x2=\"421.6\" y2=\"18\"/>")
                .contains("<text x=\"426.6\" y=\"22\" text-anchor=\"start\">50.0</text>")
                .contains("width=\"636\"")
                .contains(
                        "<title>none: Exact % - (- to -)</title><text x=\"45\" y=\"70\" text-anchor=\"start\">unknown</text>")
                .contains(">Exact %</text>");
    }

    @Test
    void stepsBreakWhereAValueIsUnknown() throws IOException {
        var rows = new ArrayList<@Nullable Object[]>();
        for (long x = 0; x <= 4; x++) rows.add(Samples.row("a", x, x == 2 ? null : x * 25.0));
        var table = Table.of(
                "t",
                "T",
                List.of(
                        new Column("by", ColumnType.TEXT, "By", Show.PLAIN),
                        new Column("x", ColumnType.LONG, "X", Show.PLAIN),
                        new Column("y", ColumnType.DOUBLE, "Y", Show.NUMBER3)),
                rows);
        var series = List.of(Chart.Series.of("y"));
        // x from 76 to 736, y from 294 up to 10
        assertThat(drawn(table, new Chart.Lines("L", "t", "x", false, series, "by", Chart.Curve.STEP)))
                .contains("<path class=\"line l0\" d=\"M76 294H241V223M571 81H736V10\"/>");
        assertThat(drawn(table, new Chart.Lines("L", "t", "x", false, series, null, Chart.Curve.LINE)))
                .contains("<path class=\"line l0\" d=\"M76 294L241 223M571 81L736 10\"/>");
        assertThat(drawn(table, new Chart.Lines("L", "t", "x", true, series, null, Chart.Curve.LINE)))
                .as("zero has no place on a logarithmic axis")
                .contains("<path class=\"line l0\" d=\"M76 223M")
                .contains(">10</text>");
    }

    @Test
    void nothingToDrawIsSaid() throws IOException {
        var bars = new Chart.Bars("B", "skipped", List.of("reason"), List.of(Chart.Series.of("count")));
        assertThat(drawn(Samples.nothing(), bars)).contains("Nothing to draw.").doesNotContain("NaN");
        var lines = new Chart.Lines(
                "L", "skipped", "count", true, List.of(Chart.Series.of("count")), null, Chart.Curve.LINE);
        assertThat(drawn(Samples.nothing(), lines)).contains("Nothing to draw.").doesNotContain("NaN");
    }

    private static String drawn(Table table, Chart chart) throws IOException {
        return page(new Report("x", Map.of(), List.of(), List.of(table), List.of(chart), List.of()));
    }

    private static String page(Report report) throws IOException {
        var out = new StringBuilder();
        HtmlReport.write(report, out);
        return out.toString();
    }
}
