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
import rewake.report.terminal.TerminalReport;

/** Every kind of output, a row each. A new kind is a package of its own, its test, and a row here. */
public enum Reports {
    /** For people. */
    TABLE("table", "aligned text for a terminal, a pipe or a mail", "txt", false, Reports::writeTerminal),
    /** For spreadsheets and scripts. */
    CSV("csv", "one table as comma-separated values, exact", "csv", true, Reports::writeCsv),
    /** For programs. */
    JSON("json", "all tables and the evidence as one JSON object", "json", false, Reports::writeJson),
    /** For data tools. */
    ARROW("arrow", "one table as an Arrow IPC file, evidence in its schema", "arrow", true, Reports::writeArrow),
    /** For a browser. */
    HTML("html", "one self-contained page with tables and charts", "html", false, Reports::writeHtml);

    private final String id;
    private final String title;
    private final String suffix;
    private final boolean oneTable;
    private final Body body;

    Reports(String id, String title, String suffix, boolean oneTable, Body body) {
        this.id = id;
        this.title = title;
        this.suffix = suffix;
        this.oneTable = oneTable;
        this.body = body;
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

    /**
     * Writes a report; text is UTF-8. The stream is flushed and left open.
     *
     * @throws UsageException where the report has no table of the name wished for; the message lists those
     *     there are
     */
    public void write(Report report, Wish wish, OutputStream out) throws IOException {
        body.write(report, wish, out);
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

    private static void writeTerminal(Report report, Wish wish, OutputStream out) throws IOException {
        Writer text = utf8(out);
        TerminalReport.write(report, text, wish.color(), wish.columns());
        text.flush();
    }

    private static void writeCsv(Report report, Wish wish, OutputStream out) throws IOException {
        Table table = chosen(report, wish);
        Writer text = utf8(out);
        CsvReport.write(table, text);
        text.flush();
    }

    private static void writeJson(Report report, Wish wish, OutputStream out) throws IOException {
        JsonReport.write(report, utf8(out));
    }

    private static void writeArrow(Report report, Wish wish, OutputStream out) throws IOException {
        ArrowReport.write(report, chosen(report, wish), out);
    }

    private static void writeHtml(Report report, Wish wish, OutputStream out) throws IOException {
        Writer text = utf8(out);
        HtmlReport.write(report, text);
        text.flush();
    }

    private static Writer utf8(OutputStream out) {
        return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    @FunctionalInterface
    private interface Body {
        void write(Report report, Wish wish, OutputStream out) throws IOException;
    }
}
