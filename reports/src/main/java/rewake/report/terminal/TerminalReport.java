package rewake.report.terminal;

import java.io.IOException;
import java.util.List;
import rewake.report.Printable;
import rewake.report.Report;
import rewake.report.Table;

/** Writes a report as aligned text. */
public final class TerminalReport {
    private TerminalReport() {}

    /**
     * Writes the whole report.
     *
     * @param color whether to use ANSI sequences
     * @param columns the width of the terminal in cells, or 0 for as wide as it gets (pipes, files)
     */
    public static void write(Report report, Appendable out, boolean color, int columns) throws IOException {
        Style style = Style.of(color);
        List<String> headline = report.headline();
        for (int i = 0; i < headline.size(); i++) {
            String line = Printable.text(headline.get(i));
            out.append(i == 0 ? style.strong(line) : style.warning(line)).append('\n');
        }
        boolean first = headline.isEmpty();
        for (Table table : report.tables()) {
            if (!first) out.append('\n');
            first = false;
            new TableText(table, out, style, columns).print();
        }
        if (!report.next().isEmpty() && !first) out.append('\n');
        for (String line : report.next()) out.append(Printable.text(line)).append('\n');
    }
}
