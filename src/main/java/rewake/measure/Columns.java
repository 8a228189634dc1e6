package rewake.measure;

import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Show;

/** Short names for the columns that tables are made of. */
final class Columns {
    private Columns() {}

    static Column text(String name, String title) {
        return new Column(name, ColumnType.TEXT, title, Show.PLAIN);
    }

    static Column count(String name, String title) {
        return new Column(name, ColumnType.LONG, title, Show.PLAIN);
    }

    static Column ms(String name, String title) {
        return new Column(name, ColumnType.LONG, title, Show.NS_AS_MS);
    }

    static Column msCut(String name, String title) {
        return new Column(name, ColumnType.LONG, title, Show.NS_AS_MS_CUT);
    }

    static Column seconds(String name, String title) {
        return new Column(name, ColumnType.LONG, title, Show.NS_AS_S);
    }

    static Column percent(String name, String title) {
        return new Column(name, ColumnType.DOUBLE, title, Show.PERCENT);
    }

    static Column number(String name, String title) {
        return new Column(name, ColumnType.DOUBLE, title, Show.NUMBER3);
    }

    static Column significant(String name, String title) {
        return new Column(name, ColumnType.DOUBLE, title, Show.SIGNIFICANT5);
    }

    static Column flag(String name, String title) {
        return new Column(name, ColumnType.BOOL, title, Show.PLAIN);
    }

    /** A column for machines only. */
    static Column hidden(String name, ColumnType type) {
        return new Column(name, type, name, Show.HIDDEN);
    }

    /** The same column, which text output only shows when asked for all: tables of a terminal are narrow. */
    static Column detail(Column column) {
        return column.asDetail();
    }

    /** The same column, for machines only unless {@code shown}. */
    static Column shownIf(boolean shown, Column column) {
        return shown ? column : column.hidden();
    }

    /** n of d, or null where d is 0: a share of nothing is not known. */
    static @org.jspecify.annotations.Nullable Double share(long n, long d) {
        return d == 0 ? null : (double) n / d;
    }
}
