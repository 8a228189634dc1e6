package rewake.parser.textline;

import rewake.event.EventKind;
import rewake.event.PeltDialect;

/** The part of a dialect that is the same in all: from a head to the columns of its event. */
public final class Events {
    /** Another way to print some bodies. */
    public interface Body {
        /** Fills the columns of {@code kind}; false where the body is not of this form. */
        boolean parse(EventKind kind, byte[] text, int at, int end, TextRow row);
    }

    private final EventNames names;
    private final KeyValueBody keyValue = new KeyValueBody();
    private final PeltBody pelt = new PeltBody();
    private final Body other;

    /**
     * Bodies are tried as {@code key=value}, then as {@code other}.
     *
     * @param dialect names of PELT events and of their fields
     */
    public Events(Body other, PeltDialect dialect) {
        names = new EventNames(dialect);
        this.other = other;
    }

    /** The names seen. */
    public EventNames names() {
        return names;
    }

    /** What the line is whose head is in {@code row}. */
    public LineKind event(TextLines lines, TextRow row) {
        int name = names.find(lines.text(), row.nameAt, row.nameEnd);
        EventKind kind = names.kind(name);
        row.name = name;
        if (kind == null) return LineKind.UNUSED;
        row.kind = kind;
        if (!body(lines, row) && !joined(lines, row)) return LineKind.DAMAGED;
        if (kind.pelt() && !peltNames(row).complete(row.peltMask)) return LineKind.UNUSED;
        return row.success ? LineKind.EVENT : LineKind.UNUSED;
    }

    private PeltNames peltNames(TextRow row) {
        PeltNames fields = names.pelt(row.name);
        if (fields == null) throw new IllegalStateException("a PELT event without fields");
        return fields;
    }

    private boolean body(TextLines lines, TextRow row) {
        if (row.kind.pelt()) return pelt.parse(peltNames(row), lines.text(), row.bodyAt, lines.end(), row);
        return keyValue.parse(row.kind, lines.text(), row.bodyAt, lines.end(), row)
                || other.parse(row.kind, lines.text(), row.bodyAt, lines.end(), row);
    }

    /** A name with a newline in it breaks the line. */
    private boolean joined(TextLines lines, TextRow row) {
        int body = row.bodyAt - lines.start();
        if (!lines.join()) return false;
        row.bodyAt = lines.start() + body;
        if (body(lines, row)) return true;
        lines.split();
        return false;
    }
}
