package rewake.report.terminal;

import java.util.ArrayList;
import java.util.List;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Show;

/** Where the columns of one table go: how wide each is, and which stand side by side. */
final class Layout {
    /** Cells between two columns. */
    static final int GAP = 2;

    /** No text column is folded narrower than this: a comm, 15 bytes, stays whole. */
    private static final int NARROWEST_TEXT = 16;

    private final List<Column> columns;
    private final int limit;
    private final int[] width;
    private final int[] decimals;
    private final int[] narrowest;
    private final List<List<Integer>> panels = new ArrayList<>();

    /**
     * Measures the rows.
     *
     * @param limit the terminal's width, 0 for none
     * @param wholeTable whether these are all the rows; only then can there be panels
     */
    Layout(List<Column> columns, List<String[]> rows, int limit, boolean wholeTable) {
        this.columns = columns;
        this.limit = limit;
        width = new int[columns.size()];
        decimals = new int[columns.size()];
        narrowest = new int[columns.size()];
        for (int i = 0; i < width.length; i++) {
            for (String[] row : rows) decimals[i] = Math.max(decimals[i], decimals(i, row[i]));
            for (String[] row : rows) width[i] = Math.max(width[i], TextWidth.of(aligned(i, row[i])));
            narrowest[i] = columns.get(i).type().isNumber() ? width[i] : narrowestText(i, rows);
        }
        fit(wholeTable);
    }

    int width(int column) {
        return width[column];
    }

    List<List<Integer>> panels() {
        return panels;
    }

    /** A cell with blanks behind it where that puts the decimal points of its column under one another. */
    String aligned(int column, String cell) {
        if (!isDecimal(column) || cell.equals(Column.UNKNOWN)) return cell;
        int missing = decimals[column] - decimals(column, cell);
        boolean whole = cell.indexOf('.') < 0;
        return missing <= 0 ? cell : cell + " ".repeat(missing + (whole ? 1 : 0));
    }

    private boolean isDecimal(int column) {
        Column c = columns.get(column);
        return c.type() == ColumnType.DOUBLE && (c.show() == Show.PLAIN || c.show() == Show.PERCENT);
    }

    private int decimals(int column, String cell) {
        int point = cell.indexOf('.');
        return point < 0 || !isDecimal(column) ? 0 : cell.length() - point - 1;
    }

    private void fit(boolean wholeTable) {
        int[] cells = width.clone();
        for (int i = 0; i < width.length; i++) {
            width[i] = Math.max(width[i], TextWidth.of(columns.get(i).title()));
        }
        var all = new ArrayList<Integer>();
        for (int i = 0; i < width.length; i++) all.add(i);
        for (int lines = 2; lines <= 4 && !fits(all); lines++) foldHeaders(cells, lines);
        if (!fits(all)) foldTexts(all);
        if (fits(all) || !wholeTable) {
            panels.add(all);
        } else {
            unfoldTexts(cells);
            splitIntoPanels();
        }
    }

    /** Words stay whole unless they take more than half of the terminal. */
    private int narrowestText(int column, List<String[]> rows) {
        int longest = NARROWEST_TEXT;
        for (String[] row : rows) longest = Math.max(longest, TextWidth.longestWord(row[column]));
        return Math.min(longest, Math.max(NARROWEST_TEXT, limit / 2));
    }

    private boolean fits(List<Integer> panel) {
        return limit == 0 || total(panel) <= limit;
    }

    private int total(List<Integer> panel) {
        return panel.stream().mapToInt(i -> width[i] + GAP).sum() - GAP;
    }

    private void foldHeaders(int[] cells, int lines) {
        for (int i = 0; i < width.length; i++) {
            String title = columns.get(i).title();
            int narrow = Math.max(cells[i], TextWidth.longestWord(title));
            while (TextWidth.fold(title, narrow).size() > lines) narrow++;
            width[i] = narrow;
        }
    }

    /** Takes from the widest text column until all fits or none has anything left to give. */
    private void foldTexts(List<Integer> all) {
        while (!fits(all)) {
            int widest = -1;
            for (int i : all) {
                if (width[i] > narrowest[i]
                        && !columns.get(i).type().isNumber()
                        && (widest < 0 || width[i] > width[widest])) widest = i;
            }
            if (widest < 0) return;
            width[widest]--;
        }
    }

    /** Panels have room again. */
    private void unfoldTexts(int[] cells) {
        for (int i = 0; i < width.length; i++) {
            if (columns.get(i).type() == ColumnType.TEXT) width[i] = Math.max(width[i], Math.min(cells[i], limit / 2));
        }
    }

    private void splitIntoPanels() {
        var names = new ArrayList<Integer>();
        for (int i = 0; i < width.length && columns.get(i).type() == ColumnType.TEXT; i++) names.add(i);
        if (!names.isEmpty() && total(names) > limit / 2)
            names.subList(1, names.size()).clear();
        var panel = new ArrayList<>(names);
        for (int i = names.size(); i < width.length; i++) {
            panel.add(i);
            if (!fits(panel) && panel.size() > names.size() + 1) {
                panel.removeLast();
                panels.add(panel);
                panel = new ArrayList<>(names);
                panel.add(i);
            }
        }
        panels.add(panel);
    }
}
