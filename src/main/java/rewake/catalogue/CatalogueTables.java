package rewake.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.measure.Evidence;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Report;
import rewake.report.Show;
import rewake.report.Table;

/** The catalogue's rows as tables: what the commands print and the README shows. */
public final class CatalogueTables {
    private CatalogueTables() {}

    /** The modelled kernels. */
    public static Table kernels() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Kernels row : Kernels.values()) {
            Kernels previous = row.previous();
            rows.add(new @Nullable Object[] {
                row.id(),
                previous == null ? null : previous.id(),
                row.patches().stream().map(Patches::id).collect(Collectors.joining(", "))
            });
        }
        return Table.of(
                "kernels",
                "Modelled kernels",
                List.of(text("kernel", "Kernel"), text("built_on", "Built on"), text("patches", "Patches since")),
                rows);
    }

    /** The modelled patches. */
    public static Table patches() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Patches row : Patches.values()) {
            rows.add(new @Nullable Object[] {
                row.id(),
                row.since() == null ? "no" : "v" + row.since(),
                row.changes(),
                row.needs().stream()
                        .sorted()
                        .map(n -> n.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .collect(Collectors.joining(", ")),
                Arrays.stream(Kernels.values())
                        .filter(k -> row.in(k.model().series()))
                        .map(Kernels::id)
                        .findFirst()
                        .orElse(null),
                row.title(),
                row.link()
            });
        }
        for (NotModelled row : NotModelled.values())
            rows.add(new @Nullable Object[] {
                row.id(), "", "not modelled: " + row.why(), "", null, row.title(), row.link()
            });
        return Table.of(
                        "patches",
                        "Modelled patches",
                        List.of(
                                text("patch", "Patch"),
                                text("merged", "Merged"),
                                text("changes", "What it changes"),
                                text("needs", "Needs"),
                                text("first_model", "In models from"),
                                text("title", "Subject"),
                                text("link", "Link")),
                        rows)
                .withNotes(List.of(
                        "no-PATCH takes a patch off a kernel that has it: the series is built again without it",
                        "merged no: never, or not as a patch; not modelled: asking for it gives the reason"));
    }

    /** The trace formats. */
    public static Table formats() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Formats row : Formats.values())
            rows.add(new @Nullable Object[] {row.title(), row.recognisedBy(), row.link()});
        return Table.of(
                "formats",
                "Trace formats",
                List.of(text("format", "Format"), text("recognised_by", "Recognised by"), text("link", "Link")),
                rows);
    }

    /** The kinds of output. */
    public static Table reports() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Reports row : Reports.values()) rows.add(new @Nullable Object[] {row.id(), row.suffix(), row.title()});
        return Table.of(
                "reports",
                "Kinds of output",
                List.of(text("report", "Kind"), text("suffix", "Suffix"), text("what", "What")),
                rows);
    }

    /** A table of the catalogue as a report of its own. */
    public static Report report(String command, Table table, String toolVersion) {
        return new Report(
                command, new Evidence(toolVersion, command).tree(), List.of(), List.of(table), List.of(), List.of());
    }

    /** A table in Markdown, as the README has it. */
    public static String markdown(Table table) {
        var out = new StringBuilder();
        List<Column> columns = table.columns();
        out.append(columns.stream().map(Column::title).collect(Collectors.joining(" | ", "| ", " |\n")));
        out.append(columns.stream().map(_ -> "---").collect(Collectors.joining(" | ", "| ", " |\n")));
        try {
            table.forEachBatch(batch -> {
                for (@Nullable Object[] row : batch) {
                    out.append("|");
                    for (int i = 0; i < row.length; i++)
                        out.append(' ')
                                .append(row[i] == null ? "" : columns.get(i).text(row[i]))
                                .append(" |");
                    out.append('\n');
                }
            });
        } catch (java.io.IOException e) {
            throw new IllegalStateException("rows in memory cannot fail", e);
        }
        return out.toString();
    }

    private static Column text(String name, String title) {
        return new Column(name, ColumnType.TEXT, title, Show.PLAIN);
    }
}
