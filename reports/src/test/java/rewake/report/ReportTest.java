package rewake.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Faults of ours are found where a report is made, not in a file somebody reads later. */
class ReportTest {
    private static final Column COUNT = new Column("count", ColumnType.LONG, "Count", Show.PLAIN);
    private static final Column TASK = new Column("task", ColumnType.TEXT, "Task", Show.PLAIN);

    @Test
    void rowsMustFitTheirColumns() {
        assertThatIllegalStateException()
                .isThrownBy(() -> table(Samples.row("a")))
                .withMessage("table t: a row of 1 cells for 2 columns");
        assertThatIllegalStateException()
                .isThrownBy(() -> table(Samples.row("a", 1)))
                .withMessage("table t, column count: LONG expected, found Integer 1");
    }

    @Test
    void streamedRowsAreCheckedToo() {
        var table =
                new Table("t", "T", List.of(COUNT), sink -> sink.accept(List.of(Samples.row(1.5), Samples.row(1L))));
        assertThatIllegalStateException().isThrownBy(() -> table.forEachBatch(batch -> {}));
    }

    @Test
    void aDoubleThatIsNoNumberIsUnknownAndTheRowGivenStaysAsItWas() throws IOException {
        var share = new Column("share", ColumnType.DOUBLE, "Share", Show.PERCENT);
        var given = Samples.row("a", Double.NaN);
        var seen = new ArrayList<@Nullable Object[]>();
        Table.of("t", "T", List.of(TASK, share), List.<@Nullable Object[]>of(given))
                .forEachBatch(seen::addAll);
        assertThat(seen.getFirst()).containsExactly("a", null);
        assertThat(given[1]).isEqualTo(Double.NaN);
    }

    @Test
    void namesAreUniqueSnakeCase() {
        assertThatIllegalArgumentException().isThrownBy(() -> Table.of("a/b", "T", List.of(COUNT), List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.of("t", "T", List.of(COUNT, COUNT), List.of()))
                .withMessage("t: column appears twice: count");
        assertThatIllegalArgumentException().isThrownBy(() -> report(Map.of(), List.of(table(), table()), List.of()));
    }

    @Test
    void evidenceIsAJsonTreeWithAnOrder() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> report(Map.of("a", List.of(Map.of("b", new Object()))), List.of(), List.of()))
                .withMessageStartingWith("evidence.a[].b: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> report(new HashMap<>(Map.of("a", 1, "b", 2)), List.of(), List.of()))
                .withMessageContaining("has no order of keys");
    }

    @Test
    void chartsDrawNumbersThatAreThere() {
        var tables = List.of(table());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> report(Map.of(), tables, List.of(bars("u", "count"))))
                .withMessage("chart of unknown table u; there are t");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> report(Map.of(), tables, List.of(bars("t", "none"))))
                .withMessage("table t has no column none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> report(Map.of(), tables, List.of(bars("t", "task"))))
                .withMessage("chart of t: task is no number");
    }

    private static Chart bars(String table, String column) {
        return new Chart.Bars("B", table, List.of("task"), List.of(Chart.Series.of(column)));
    }

    private static Table table(@Nullable Object[]... rows) {
        return Table.of("t", "T", List.of(TASK, COUNT), List.of(rows));
    }

    private static Report report(Map<String, @Nullable Object> evidence, List<Table> tables, List<Chart> charts) {
        return new Report("info", evidence, List.of(), tables, charts, List.of());
    }
}
