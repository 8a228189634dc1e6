package rewake.report;

/** How a terminal or a page shows a machine value. The unit is the header's business: the text has none. */
public enum Show {
    /** As it is: digits, shortest exact decimal, text with control characters made visible, yes or no. */
    PLAIN,
    /** Nanoseconds as milliseconds with three decimals, rounded as perf rounds them. */
    NS_AS_MS,
    /** Nanoseconds as milliseconds with three decimals, cut to the microsecond as {@code perf sched timehist} cuts them. */
    NS_AS_MS_CUT,
    /** Nanoseconds as seconds with six decimals, cut to the microsecond as perf cuts them. */
    NS_AS_S,
    /** A share of 0..1 as percent: one decimal, and as many as it takes for a share near 0 or 1 not to look like it. */
    PERCENT,
    /** A number with three decimals. */
    NUMBER3,
    /** A number with five significant digits, and all digits before the point. */
    SIGNIFICANT5,
    /** Not shown: machine output only. */
    HIDDEN;

    /** Whether a column of this type can be shown so. */
    boolean fits(ColumnType type) {
        return switch (this) {
            case PLAIN, HIDDEN -> true;
            case NS_AS_MS -> type.isNumber();
            case NS_AS_MS_CUT, NS_AS_S -> type == ColumnType.LONG;
            case PERCENT, NUMBER3, SIGNIFICANT5 -> type == ColumnType.DOUBLE;
        };
    }

    /** The text of a known cell. */
    String text(Object cell) {
        return switch (this) {
            case PLAIN, HIDDEN -> plain(cell);
            case NS_AS_MS -> cell instanceof Long ns ? Numbers.milliseconds(ns) : Numbers.milliseconds((Double) cell);
            case NS_AS_MS_CUT -> Numbers.millisecondsCut((Long) cell);
            case NS_AS_S -> Numbers.seconds((Long) cell);
            case PERCENT -> Numbers.percent((Double) cell);
            case NUMBER3 -> Numbers.fixed((Double) cell, 3);
            case SIGNIFICANT5 -> Numbers.significant((Double) cell, 5);
        };
    }

    private static String plain(Object cell) {
        return switch (cell) {
            case Double d -> Numbers.plain(d);
            case Boolean b -> b ? "yes" : "no";
            case String s -> Printable.text(s);
            default -> cell.toString();
        };
    }
}
