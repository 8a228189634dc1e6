package rewake.parser.perfscript;

import java.nio.charset.StandardCharsets;
import rewake.event.PeltDialect;
import rewake.parser.textline.Ascii;
import rewake.parser.textline.EventNames;
import rewake.parser.textline.Events;
import rewake.parser.textline.LineHead;
import rewake.parser.textline.LineKind;
import rewake.parser.textline.TextDialect;
import rewake.parser.textline.TextLines;
import rewake.parser.textline.TextRow;

/** Lines as perf script prints them. */
final class PerfScriptDialect implements TextDialect {
    private static final byte[] RECORD = "PERF_RECORD_".getBytes(StandardCharsets.US_ASCII);
    private static final int ADDRESS_MIN = 6;

    private final LineHead head = new LineHead(new BlankColumn());
    private final Events events;
    private final TaskRecords records = new TaskRecords();
    private final PerfHeader header = new PerfHeader();

    PerfScriptDialect(PeltDialect pelt) {
        events = new Events((kind, text, at, end, row) -> false, pelt);
    }

    @Override
    public LineKind line(TextLines lines, TextRow row) {
        byte[] text = lines.text();
        int at = lines.start();
        int end = lines.end();
        if (at == end) return LineKind.FILLER;
        if (head.parse(text, at, end, row)) {
            if (row.nameAt < end && Ascii.matches(text, row.nameAt, end, RECORD)) return records.line(text, end, row);
            return events.event(lines, row);
        }
        if (text[at] == '#') {
            header.line(Ascii.string(text, at, end));
            return LineKind.HEADER;
        }
        return address(text, Ascii.skipBlanks(text, at, end), end, text[at] == '\t' ? 1 : ADDRESS_MIN)
                ? LineKind.FILLER
                : LineKind.NOISE;
    }

    /** A line of a call chain starts with an address of at least so many digits; a blank line ends the chain. */
    private static boolean address(byte[] text, int at, int end, int least) {
        int i = at;
        while (i < end && Character.digit(text[i], 16) >= 0) i++;
        return at == end || (i - at >= least && (i == end || text[i] == ' '));
    }

    @Override
    public EventNames names() {
        return events.names();
    }

    @Override
    public Header header() {
        return header.facts();
    }

    /** Whether the text starts with perf's header. */
    boolean marked() {
        return header.marked();
    }
}
