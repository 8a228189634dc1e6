package rewake.report.csv;

import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;
import rewake.report.Column;
import rewake.report.Table;

/** Writes a table as CSV, batch by batch, in constant memory. */
public final class CsvReport {
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setQuoteMode(QuoteMode.MINIMAL).get();

    private CsvReport() {}

    /** Writes the header and all rows. Doubles are the shortest decimals that read back as the same double. */
    public static void write(Table table, Appendable out) throws IOException {
        writeRow(table.columns().stream().map(Column::name).toArray(), out);
        table.forEachBatch((List<@Nullable Object[]> batch) -> {
            for (@Nullable Object[] row : batch) writeRow(row, out);
        });
    }

    private static void writeRow(@Nullable Object[] cells, Appendable out) throws IOException {
        for (int i = 0; i < cells.length; i++) {
            if (i > 0) out.append(',');
            // Written as if each cell began a record: only there does Commons CSV tell "" from unknown.
            FORMAT.print(cells[i], out, true);
        }
        out.append('\n');
    }
}
