package rewake.report.lkml;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rewake.report.Report;
import rewake.report.Table;

/** Writes a comparison as lines for a mail. */
public final class LkmlReport {
    /** The columns that make a table a comparison; the titles of {@code a} and {@code b} are the names of the sides. */
    private static final List<String> COMPARISON =
            List.of("metric", "unit", "scope", "a", "a_low", "a_high", "b", "b_low", "b_high", "change", "noise");

    private static final String LEGEND =
            "Behind a value: half its 95% interval. (noise): the interval of the difference"
                    + " includes 0. ?: no interval.";

    private LkmlReport() {}

    /** The table that can be written so, or null. */
    public static @Nullable Table comparison(Report report) {
        return report.tables().stream()
                .filter(t -> t.columns().stream().map(c -> c.name()).toList().containsAll(COMPARISON))
                .findFirst()
                .orElse(null);
    }

    /**
     * Writes the head and the comparison, a metric a line, under each scope; what one side does not have is left out.
     *
     * @throws IllegalArgumentException where the report has none
     */
    public static void write(Report report, Appendable out) throws IOException {
        Table table = comparison(report);
        if (table == null) throw new IllegalArgumentException(report.command() + " compares nothing");
        for (String line : report.headline())
            for (String folded : MailText.folded(line)) out.append(folded).append('\n');
        for (List<Line> group : groups(table)) {
            int[] widths = widths(group);
            out.append('\n').append(MailText.ascii(group.getFirst().scope)).append(":\n");
            for (Line line : group) out.append(line.text(widths, sides(table))).append('\n');
        }
        out.append('\n');
        for (String folded : MailText.folded(LEGEND)) out.append(folded).append('\n');
    }

    private static String[] sides(Table table) {
        return new String[] {side(table, "a"), side(table, "b")};
    }

    private static String side(Table table, String column) {
        return MailText.shortened(table.columns().get(table.indexOf(column)).title());
    }

    private static List<List<Line>> groups(Table table) throws IOException {
        var groups = new ArrayList<List<Line>>();
        table.forEachBatch(batch -> {
            for (@Nullable Object[] row : batch) {
                Line line = Line.of(table, row);
                if (line == null) continue;
                if (groups.isEmpty() || !groups.getLast().getFirst().scope.equals(line.scope))
                    groups.add(new ArrayList<>());
                groups.getLast().add(line);
            }
        });
        return groups;
    }

    private static int[] widths(List<Line> lines) {
        int[] widths = new int[4];
        for (Line line : lines)
            for (int i = 0; i < widths.length; i++) widths[i] = Math.max(widths[i], line.cells[i].length());
        return widths;
    }

    /**
     * One line.
     *
     * @param cells metric, a, b, change
     */
    private record Line(String scope, String[] cells) {
        static @Nullable Line of(Table table, @Nullable Object[] row) {
            var cell = new Cells(table, row);
            if (cell.number("a") == null || cell.number("b") == null) return null;
            double scale = MailText.scale(cell.text("unit"));
            String unit = MailText.unit(cell.text("unit"));
            String metric = unit.isEmpty() ? cell.text("metric") : cell.text("metric") + " " + unit;
            return new Line(cell.text("scope"), new String[] {
                metric,
                MailText.value(cell.number("a"), cell.number("a_low"), cell.number("a_high"), scale),
                MailText.value(cell.number("b"), cell.number("b_low"), cell.number("b_high"), scale),
                MailText.change(cell.number("change"), cell.flag("noise"))
            });
        }

        String text(int[] widths, String[] sides) {
            return (left(cells[0], widths[0]) + "  " + sides[0] + ": " + left(cells[1], widths[1]) + "  " + sides[1]
                            + ": " + left(cells[2], widths[2]) + " " + cells[3])
                    .stripTrailing();
        }

        private static String left(String text, int width) {
            return text + " ".repeat(width - text.length());
        }
    }

    /** The cells of a row by name. */
    private record Cells(Table table, @Nullable Object[] row) {
        String text(String column) {
            return Objects.requireNonNullElse((String) row[table.indexOf(column)], "");
        }

        @Nullable
        Double number(String column) {
            return (Double) row[table.indexOf(column)];
        }

        @Nullable
        Boolean flag(String column) {
            return (Boolean) row[table.indexOf(column)];
        }
    }
}
