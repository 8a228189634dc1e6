package rewake.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rewake.report.arrow.ArrowReport;
import rewake.report.csv.CsvReport;
import rewake.report.html.HtmlReport;
import rewake.report.json.JsonReport;
import rewake.report.terminal.TerminalReport;

/** One report through every door; each is read back by a reader of its own, and all give the numbers that went in. */
class EveryDoorSameNumbersTest {
    private static final Report REPORT = new Report(
            "latency",
            Samples.evidence(),
            List.of("trust"),
            List.of(Samples.delays(), Samples.nothing(), Samples.generated(1999)),
            List.of(),
            List.of());

    static List<Table> tables() {
        return REPORT.tables();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void csv(Table table) throws IOException {
        var out = new StringBuilder();
        CsvReport.write(table, out);
        assertThat(Doors.readCsv(out.toString(), table.columns())).containsExactlyElementsOf(rows(table));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void json(Table table) throws IOException {
        var out = new StringWriter();
        JsonReport.write(REPORT, out);
        assertThat(Doors.readJson(out.toString(), table.name(), table.columns()))
                .containsExactlyElementsOf(rows(table));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void arrow(Table table) throws IOException {
        var out = new ByteArrayOutputStream();
        ArrowReport.write(REPORT, table, out);
        assertThat(Doors.readArrow(out.toByteArray())).containsExactlyElementsOf(rows(table));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void html(Table table) throws IOException {
        var out = new StringBuilder();
        HtmlReport.write(REPORT, out);
        var expected = visible(table, rows(table));
        for (@Nullable Object[] row : expected) {
            // the page, too, shows control characters rather than obeying them
            for (int i = 0; i < row.length; i++) if (row[i] instanceof String s) row[i] = Printable.text(s);
        }
        assertThat(Doors.readHtml(out.toString(), table)).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void terminal(Table table) throws IOException {
        var out = new StringBuilder();
        TerminalReport.write(REPORT, out, false, 0);
        List<Column> columns = table.columns().stream().filter(Column::visible).toList();
        var lines =
                out.toString().lines().dropWhile(l -> !l.equals(table.title())).skip(3);
        var expected = visible(table, rows(table));
        var found = lines.limit(expected.size()).toList();
        for (int r = 0; r < expected.size(); r++) {
            // Numbers and yes or no have no blanks inside; the only text column may hold anything.
            String[] words = found.get(r).strip().split("\\s+", -1);
            int texts = (int)
                    columns.stream().filter(c -> c.type() == ColumnType.TEXT).count();
            assertThat(texts).isEqualTo(1);
            int text = IntStream.range(0, columns.size())
                    .filter(i -> columns.get(i).type() == ColumnType.TEXT)
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < columns.size(); i++) {
                if (i == text) continue;
                String word = i < text ? words[i] : words[words.length - columns.size() + i];
                assertSameAsShown(columns.get(i), expected.get(r)[i], word);
            }
            String name = columns.get(text).text(expected.get(r)[text]);
            assertThat(found.get(r)).contains(name);
        }
    }

    /** The printed word and the machine value differ by no more than the digits that were dropped. */
    private static void assertSameAsShown(Column column, @Nullable Object cell, String word) {
        if (cell == null) {
            assertThat(word).isEqualTo("-");
            return;
        }
        if (cell instanceof Boolean b) {
            assertThat(word).isEqualTo(b ? "yes" : "no");
            return;
        }
        int power = switch (column.show()) {
            case PLAIN, NUMBER3, SIGNIFICANT5, HIDDEN -> 0;
            case NS_AS_MS, NS_AS_MS_CUT -> 6;
            case NS_AS_S -> 9;
            case PERCENT -> -2;
        };
        BigDecimal shown = new BigDecimal(word);
        BigDecimal exact = new BigDecimal(cell.toString()).movePointLeft(power);
        BigDecimal lastDigit = BigDecimal.ONE.movePointLeft(shown.scale());
        BigDecimal allowed = switch (column.show()) {
            case PLAIN, HIDDEN -> BigDecimal.ZERO;
            case NS_AS_S, NS_AS_MS_CUT -> lastDigit;
            // half a digit; a hair more where the division in double came before the rounding
            case NS_AS_MS, NUMBER3, SIGNIFICANT5, PERCENT -> lastDigit.multiply(new BigDecimal("0.5000001"));
        };
        assertThat(shown.subtract(exact).abs())
                .as("%s: %s shown as %s", column.name(), cell, word)
                .isLessThanOrEqualTo(allowed);
    }

    private static List<@Nullable Object[]> rows(Table table) throws IOException {
        var rows = new ArrayList<@Nullable Object[]>();
        table.forEachBatch(rows::addAll);
        return rows;
    }

    private static List<@Nullable Object[]> visible(Table table, List<@Nullable Object[]> rows) {
        int[] shown = IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).visible())
                .toArray();
        var visible = new ArrayList<@Nullable Object[]>();
        for (@Nullable Object[] row : rows) {
            var cells = new @Nullable Object[shown.length];
            for (int i = 0; i < shown.length; i++) cells[i] = row[shown[i]];
            visible.add(cells);
        }
        return visible;
    }
}
