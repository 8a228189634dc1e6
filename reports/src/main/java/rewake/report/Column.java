package rewake.report;

import org.jspecify.annotations.Nullable;

/**
 * One column of a table.
 *
 * @param name the stable machine name, lower_snake_case, with the unit at its end: {@code delay_max_ns}
 * @param type what its cells are
 * @param title the header for humans, with the unit that {@code show} gives: {@code Max delay ms}
 * @param show how humans see a cell
 * @param detail whether a narrow output can do without it
 */
public record Column(String name, ColumnType type, String title, Show show, boolean detail) {
    /** What an unknown cell looks like to a human. */
    public static final String UNKNOWN = "-";

    /** Checks that name, type and presentation go together. */
    public Column {
        Names.checkSnakeCase("column", name);
        if (!show.fits(type)) throw new IllegalArgumentException(name + ": " + type + " cannot be shown as " + show);
        boolean ns = show == Show.NS_AS_MS || show == Show.NS_AS_MS_CUT || show == Show.NS_AS_S;
        if (ns && !name.endsWith("_ns")) throw new IllegalArgumentException(name + " is in ns and must end in _ns");
    }

    /** A column that matters. */
    public Column(String name, ColumnType type, String title, Show show) {
        this(name, type, title, show, false);
    }

    /** The same that a narrow output can do without. */
    public Column asDetail() {
        return new Column(name, type, title, show, true);
    }

    /** The same for machines only. */
    public Column hidden() {
        return new Column(name, type, title, Show.HIDDEN, false);
    }

    /** Whether humans see this column at all. */
    public boolean visible() {
        return show != Show.HIDDEN;
    }

    /** What a human sees of a cell. */
    public String text(@Nullable Object cell) {
        return cell == null ? UNKNOWN : show.text(cell);
    }
}
