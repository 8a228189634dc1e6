package rewake.parser.textline;

import rewake.bytes.TraceBytes;

/**
 * What the first lines of a file are in a dialect.
 *
 * @param events lines of named events
 * @param noise lines that are nothing
 * @param text whether the first bytes are those of a text at all
 */
public record TextSniff(int events, int noise, boolean text) {
    /** Headers, shell noise and stacks come first in some traces. */
    private static final long REACH = 256 * 1024;

    private static final int EVENTS_ENOUGH = 200;
    /** What follows the first {@code <} of a page, but not that of {@code <idle>} and {@code <...>}. */
    private static final String HTML = "!hH";

    private static final int PROBE = 512;

    /** Looks at the start of a file. */
    public static TextSniff of(TraceBytes bytes, TextDialect dialect) {
        if (!text(bytes)) return new TextSniff(0, 0, false);
        var lines = new TextLines(bytes);
        var row = new TextRow();
        int events = 0;
        int noise = 0;
        while (events < EVENTS_ENOUGH && lines.next() && lines.offset() < REACH) {
            switch (dialect.line(lines, row)) {
                case EVENT -> events++;
                case UNUSED, DAMAGED -> events += row.nameEnd > row.nameAt ? 1 : 0;
                case NOISE -> noise++;
                case LOSS, HEADER, FILLER -> {}
            }
        }
        return new TextSniff(events, noise, true);
    }

    /** Whether there are events, and not much else. */
    public boolean mostlyEvents() {
        return events > 0 && events * 2 >= noise;
    }

    /** Few control bytes: a damaged text is still one. A web page may hold a trace, but in an escaped form. */
    private static boolean text(TraceBytes bytes) {
        int length = (int) Math.min(bytes.size(), PROBE);
        int first = 0;
        while (first < length && bytes.u8(first) <= ' ') first++;
        if (first < length - 1 && bytes.u8(first) == '<' && HTML.indexOf(bytes.u8(first + 1)) >= 0) return false;
        int odd = 0;
        for (int at = 0; at < length; at++) {
            int b = bytes.u8(at);
            if (b < ' ' && b != '\n' && b != '\t' && b != '\r' && b != 0x1b) odd++;
        }
        return length > 0 && odd * 16 <= length;
    }
}
