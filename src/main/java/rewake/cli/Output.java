package rewake.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import rewake.catalogue.Reports;
import rewake.catalogue.UsageException;
import rewake.event.ImportStats;
import rewake.report.Chart;
import rewake.report.Column;
import rewake.report.Printable;
import rewake.report.Report;
import rewake.report.Table;
import rewake.catalogue.ReportFolder;

/** Where the result goes and how: options that all reporting commands share. */
final class Output {
    /** When to use colours. */
    enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    /** Exit code under {@code --strict} where events were lost or not understood. */
    static final int LOSSES = 3;

    @Option(
            names = "--format",
            paramLabel = "KIND",
            defaultValue = "table",
            description = "on standard output: ${COMPLETION-CANDIDATES} (default: table)")
    private Reports format = Reports.TABLE;

    @Option(names = "--table", paramLabel = "NAME", description = "only this table (csv and arrow: default the first)")
    private @Nullable String table;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description =
                    "also leave every table as CSV and Arrow, all as JSON, and a page, index.html, in this folder")
    private @Nullable Path folder;

    @Option(
            names = "--wide",
            description =
                    "all columns of text tables; without it they are at most 120 wide as a rule, and a note below a"
                            + " table names the columns that are left out (all other formats have them)")
    private boolean wide;

    @Option(names = "--color", paramLabel = "WHEN", defaultValue = "auto", description = "auto, always or never")
    private Color color = Color.AUTO;

    @Option(names = "--strict", description = "exit with 3 where events were lost or not understood")
    private boolean strict;

    @Option(names = "-v", description = "say more on standard error; -vv shows stack traces")
    private boolean[] verbose = new boolean[0];

    @Option(
            names = {"-q", "--quiet"},
            description = "no messages but errors")
    boolean quiet;

    @Option(names = "--no-progress", description = "no progress on standard error")
    boolean noProgress;

    @Option(names = "--errors-json", paramLabel = "FILE", description = "write an error also to this file, as JSON")
    @Nullable
    Path errorsJson;

    /** Tells the user something that leaves the result as it is. */
    void note(String line) {
        if (!quiet) System.err.println("rewake: " + Printable.text(line));
    }

    /** How often {@code -v} was given. */
    int verbosity() {
        return verbose.length;
    }

    /** Whether any output of this run holds the evidence tree; tables and CSV do not. */
    boolean showsEvidence() {
        return folder != null || format.holdsEvidence();
    }

    /** Writes the report where the user wants it and returns the exit code. */
    int write(Report report, ImportStats stats) throws IOException {
        return write(report, stats, Set.of());
    }

    /** The same; tables that only a picture needs are not printed as text unless asked for by name. */
    int write(Report report, ImportStats stats, Set<String> pictured) throws IOException {
        if (folder != null && folder.toString().isEmpty()) throw new UsageException("-o needs the name of a folder");
        Report chosen = chosen(report);
        if (table == null && format == Reports.TABLE) chosen = without(pictured, chosen);
        if (!wide && format == Reports.TABLE) chosen = withTables(chosen, Output::narrow);
        if (folder != null) {
            ReportFolder.write(report, folder);
            chosen = withNext(chosen, "look: open " + folder.resolve("index.html"));
        }
        boolean colored =
                color == Color.ALWAYS || (color == Color.AUTO && Terminal.OUT && System.getenv("NO_COLOR") == null);
        OutputStream out = new BufferedOutputStream(System.out);
        format.write(chosen, new Reports.Wish(table, colored, Terminal.COLUMNS), out);
        out.flush();
        if (System.out.checkError()) return Terminal.lostOutput();
        return strict && stats.anyLoss() ? LOSSES : CommandLine.ExitCode.OK;
    }

    /** The report with only the table asked for, where the kind could hold more. */
    private Report chosen(Report report) {
        if (table == null) return report;
        List<String> names = report.tables().stream().map(Table::name).toList();
        if (!names.contains(table))
            throw new UsageException("no table '" + table + "'; there are " + String.join(", ", names));
        if (format.holdsOneTable()) return report;
        return new Report(
                report.command(),
                report.evidence(),
                report.headline(),
                report.tables().stream().filter(t -> t.name().equals(table)).toList(),
                report.charts().stream().filter(c -> c.table().equals(table)).toList(),
                report.next());
    }

    private static Report withTables(Report report, UnaryOperator<Table> change) {
        List<Table> tables = report.tables().stream().map(change).toList();
        return new Report(
                report.command(), report.evidence(), report.headline(), tables, report.charts(), report.next());
    }

    /** Without the details, and a note that says so. */
    private static Table narrow(Table table) {
        String details = table.columns().stream()
                .filter(column -> column.detail() && column.visible())
                .map(Column::name)
                .collect(Collectors.joining(", "));
        return details.isEmpty() ? table : table.withoutDetails().withNotes(List.of("--wide adds " + details));
    }

    private static Report without(Set<String> pictured, Report report) {
        List<Table> left = report.tables().stream()
                .filter(t -> !pictured.contains(t.name()))
                .toList();
        if (left.size() == report.tables().size()) return report;
        var next = new ArrayList<>(report.next());
        next.add("not printed here: " + String.join(", ", pictured) + " (--table prints it, -o draws it)");
        List<Chart> charts = report.charts().stream()
                .filter(chart -> !pictured.contains(chart.table()))
                .toList();
        return new Report(report.command(), report.evidence(), report.headline(), left, charts, next);
    }

    private static Report withNext(Report report, String line) {
        var next = new ArrayList<>(report.next());
        next.addFirst(line);
        return new Report(
                report.command(), report.evidence(), report.headline(), report.tables(), report.charts(), next);
    }

    /** The options of the command that was run, if it has them. */
    static Optional<Output> of(CommandLine.ParseResult result) {
        CommandLine.ParseResult sub = result.subcommand();
        if (sub == null) return Optional.empty();
        return sub.commandSpec().mixins().values().stream()
                .map(m -> m.userObject())
                .filter(Output.class::isInstance)
                .map(Output.class::cast)
                .findFirst();
    }
}
