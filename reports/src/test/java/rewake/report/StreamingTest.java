package rewake.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rewake.report.arrow.ArrowReport;
import rewake.report.csv.CsvReport;
import rewake.report.html.HtmlReport;
import rewake.report.json.JsonReport;
import rewake.report.terminal.TerminalReport;

/** A table of any length goes through every kind in the memory of its beginning. */
class StreamingTest {
    private static final int ROWS = 300_000;
    private static final long MOST_GROWTH = 4 << 20;

    /** Every kind, writing to nowhere. */
    enum Kind {
        TERMINAL,
        CSV,
        JSON,
        ARROW,
        HTML;

        void write(Table table) throws IOException {
            var report = new Report("convert", Map.of(), List.of(), List.of(table), List.of(), List.of());
            Writer nowhere = Writer.nullWriter();
            switch (this) {
                case TERMINAL -> TerminalReport.write(report, nowhere, false, 0);
                case CSV -> CsvReport.write(table, nowhere);
                case JSON -> JsonReport.write(report, nowhere);
                case ARROW -> ArrowReport.write(report, table, OutputStream.nullOutputStream());
                case HTML -> HtmlReport.write(report, nowhere);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHeapDoesNotGrowWithTheRows(Kind kind) throws IOException {
        var used = new ArrayList<Long>();
        kind.write(watched(_ -> used.add(usedHeap())));
        assertThat(used).hasSize(5);
        assertThat(used.getLast() - used.getFirst()).isLessThan(MOST_GROWTH);
    }

    /** The test can fail: a kind that kept its rows would be found. */
    @org.junit.jupiter.api.Test
    void keepingTheRowsWouldBeSeen() throws IOException {
        var used = new ArrayList<Long>();
        var kept = new ArrayList<Object>();
        watched(_ -> used.add(usedHeap())).forEachBatch(kept::addAll);
        assertThat(used.getLast() - used.getFirst()).isGreaterThan(2 * MOST_GROWTH);
        assertThat(kept).hasSize(ROWS);
    }

    /** A generated table that calls at the rows 50 000, 100 000 and so on. */
    private static Table watched(Consumer<Integer> at) {
        Table table = Samples.generated(ROWS);
        return new Table(table.name(), table.title(), table.columns(), sink -> {
            int[] given = {0};
            table.rows().forEachBatch(batch -> {
                sink.accept(batch);
                given[0] += batch.size();
                if (given[0] % 50_000 == 0 && given[0] < ROWS) at.accept(given[0]);
            });
        });
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
