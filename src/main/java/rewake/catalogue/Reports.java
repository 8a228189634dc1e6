package rewake.catalogue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.report.Report;
import rewake.report.Table;
import rewake.report.arrow.ArrowReport;
import rewake.report.csv.CsvReport;
import rewake.report.html.HtmlReport;
import rewake.report.json.JsonReport;
import rewake.report.lkml.LkmlReport;
import rewake.report.terminal.TerminalReport;

/** Every kind of output, a row each. A new kind is a package of its own, its test, and a row here. */
public enum Reports {
    /** For people. */
    TABLE("table", "aligned text for a terminal, a pipe or a mail", "txt", false),
    /** For spreadsheets and scripts. */
    CSV("csv", "one table as comma-separated values, exact", "csv", true),
    /** For programs. */
    JSON("json", "all tables and the evidence as one JSON object", "json", false),
    /** For data tools. */
    ARROW("arrow", "one table as an Arrow IPC file, evidence in its schema", "arrow", true),
    /** For a browser. */
    HTML("html", "one self-contained page with tables and charts", "html", false),
    /** For mailing lists. */
    LKML("lkml", "a comparison as lines for a mail to a kernel list", "txt", false);

    private final String id;
    private final String title;
    private final String suffix;
    private final boolean oneTable;

    Reports(String id, String title, String suffix, boolean oneTable) {
        this.id = id;
        this.title = title;
        this.suffix = suffix;
        this.oneTable = oneTable;
    }

    /**
     * What the user asked of an output.
     *
     * @param table the one table to write, for kinds that hold one; null for the first
     * @param color whether text may use ANSI sequences
     * @param columns the width of the terminal, or 0 for no limit
     */
    public record Wish(@Nullable String table, boolean color, int columns) {}

    /** The word after {@code --format}. */
    public String id() {
        return id;
    }

    /** The word after {@code --format}, so that messages and completions name it as the user types it. */
    @Override
    public String toString() {
        return id;
    }

    /** What it is, in a few words. */
    public String title() {
        return title;
    }

    /** The end of its file names, without the dot. */
    public String suffix() {
        return suffix;
    }

    /** Whether it holds one table, so that {@code --table} means something. */
    public boolean holdsOneTable() {
        return oneTable;
    }

    /** Whether the evidence tree is in it. */
    public boolean holdsEvidence() {
        return this != TABLE && this != CSV && this != LKML;
    }

    /**
     * Writes a report; text is UTF-8. The stream is flushed and left open.
     *
     * @throws UsageException where the report has no table of the name wished for, the message lists those there are; or
     *     where it compares nothing and this kind is for comparisons
     */
    public void write(Report report, Wish wish, OutputStream out) throws IOException {
        Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        switch (this) {
            case TABLE -> TerminalReport.write(report, text, wish.color(), wish.columns());
            case CSV -> CsvReport.write(chosen(report, wish), text);
            case JSON -> JsonReport.write(report, text);
            case ARROW -> ArrowReport.write(report, chosen(report, wish), out);
            case HTML -> HtmlReport.write(report, text);
            case LKML -> {
                if (LkmlReport.comparison(report) == null)
                    throw new UsageException("--format lkml is for comparisons, as of rewake diff");
                LkmlReport.write(report, text);
            }
        }
        text.flush();
    }

    private static Table chosen(Report report, Wish wish) {
        var tables = report.tables();
        String wanted = wish.table();
        if (wanted == null && !tables.isEmpty()) return tables.getFirst();
        return report.table(wanted == null ? "" : wanted)
                .orElseThrow(() -> new UsageException(
                        (wanted == null ? "this report has no tables" : "no table " + wanted) + "; there are: "
                                + tables.stream().map(Table::name).collect(Collectors.joining(", "))));
    }
}
