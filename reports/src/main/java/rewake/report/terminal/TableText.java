package rewake.report.terminal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.report.Column;
import rewake.report.Printable;
import rewake.report.Table;

/** Prints one table. Keeps the first rows to measure them; once the layout stands, rows go straight through. */
final class TableText {
    /** Rows measured before the first line is printed. */
    static final int MEASURED_ROWS = 10_000;

    private final Table table;
    private final Appendable out;
    private final Style style;
    private final int limit;
    private final List<Column> columns;
    private final boolean[] isNumber;
    private final StringBuilder line = new StringBuilder();
    private final List<String[]> waiting = new ArrayList<>();
    private @Nullable Layout layout;

    TableText(Table table, Appendable out, Style style, int limit) {
        this.table = table;
        this.out = out;
        this.style = style;
        this.limit = limit;
        columns = table.columns().stream().filter(Column::visible).toList();
        isNumber = new boolean[columns.size()];
        for (int i = 0; i < isNumber.length; i++)
            isNumber[i] = columns.get(i).type().isNumber();
    }

    void print() throws IOException {
        out.append(style.strong(Printable.text(table.title()))).append('\n');
        table.forEachBatch((List<@Nullable Object[]> batch) -> {
            for (@Nullable Object[] row : batch) take(texts(row));
        });
        if (layout == null) printAllPanels();
        for (String note : table.notes()) printNote(note);
    }

    private String[] texts(@Nullable Object[] row) {
        var texts = new String[columns.size()];
        int n = 0;
        for (int i = 0; i < row.length; i++) {
            Column column = table.columns().get(i);
            if (column.visible()) texts[n++] = column.text(row[i]);
        }
        return texts;
    }

    private void take(String[] row) throws IOException {
        if (layout != null) {
            printRow(layout, layout.panels().getFirst(), row);
            return;
        }
        waiting.add(row);
        if (waiting.size() < MEASURED_ROWS) return;
        layout = new Layout(columns, waiting, limit, false);
        printPanel(layout, layout.panels().getFirst());
        waiting.clear();
    }

    private void printAllPanels() throws IOException {
        var whole = new Layout(columns, waiting, limit, true);
        String between = "";
        for (List<Integer> panel : whole.panels()) {
            out.append(between);
            printPanel(whole, panel);
            between = "\n";
        }
        if (waiting.isEmpty()) out.append(style.faint("(no rows)")).append('\n');
    }

    private void printPanel(Layout where, List<Integer> panel) throws IOException {
        var header = new ArrayList<List<String>>();
        int width = -Layout.GAP;
        for (int i : panel) {
            header.add(TextWidth.fold(Printable.text(columns.get(i).title()), where.width(i)));
            width += where.width(i) + Layout.GAP;
        }
        int height = header.stream().mapToInt(List::size).max().orElse(1);
        var bottomAligned =
                header.stream().map(lines -> toBottom(lines, height)).toList();
        printLines(where, panel, bottomAligned);
        out.append(style.faint("-".repeat(width))).append('\n');
        for (String[] row : waiting) printRow(where, panel, row);
    }

    private static List<String> toBottom(List<String> lines, int height) {
        var all = new ArrayList<>(lines);
        while (all.size() < height) all.addFirst("");
        return all;
    }

    private void printRow(Layout where, List<Integer> panel, String[] row) throws IOException {
        if (fillLine(where, panel, row)) {
            printLine();
            return;
        }
        var cells = new ArrayList<List<String>>();
        for (int i : panel) {
            cells.add(isNumber[i] ? List.of(where.aligned(i, row[i])) : TextWidth.fold(row[i], where.width(i)));
        }
        printLines(where, panel, cells);
    }

    /** Puts the cells of a row side by side; false where one has to be folded. */
    private boolean fillLine(Layout where, List<Integer> panel, String[] row) {
        line.setLength(0);
        for (int k = 0; k < panel.size(); k++) {
            int i = panel.get(k);
            String text = isNumber[i] ? where.aligned(i, row[i]) : row[i];
            int blanks = where.width(i) - TextWidth.of(text);
            if (blanks < 0 && !isNumber[i]) return false;
            if (k > 0) line.repeat(' ', Layout.GAP);
            if (isNumber[i]) line.repeat(' ', Math.max(0, blanks)).append(text);
            else line.append(text).repeat(' ', blanks);
        }
        return true;
    }

    private void printLine() throws IOException {
        int end = line.length();
        while (end > 0 && Character.isWhitespace(line.charAt(end - 1))) end--;
        line.setLength(end);
        out.append(line.append('\n'));
    }

    /** Prints the cells side by side, each of one or more lines. */
    private void printLines(Layout where, List<Integer> panel, List<List<String>> cells) throws IOException {
        int height = cells.stream().mapToInt(List::size).max().orElse(1);
        for (int l = 0; l < height; l++) {
            line.setLength(0);
            for (int k = 0; k < panel.size(); k++) {
                int i = panel.get(k);
                String text = l < cells.get(k).size() ? cells.get(k).get(l) : "";
                if (k > 0) line.append(" ".repeat(Layout.GAP));
                line.append(isNumber[i] ? TextWidth.right(text, where.width(i)) : TextWidth.left(text, where.width(i)));
            }
            printLine();
        }
    }

    private void printNote(String note) throws IOException {
        String text = "note: " + Printable.text(note);
        for (String line : limit == 0 ? List.of(text) : TextWidth.fold(text, limit)) {
            out.append(style.faint(line)).append('\n');
        }
    }
}
