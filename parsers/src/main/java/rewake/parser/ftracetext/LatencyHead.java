package rewake.parser.ftracetext;

import rewake.parser.textline.Ascii;
import rewake.parser.textline.Digits;
import rewake.parser.textline.LineHead;
import rewake.parser.textline.TextRow;

/**
 * The head of the kernel's latency format and of {@code trace-cmd report -l}: the CPU stands before the flags, without
 * brackets; the kernel's times are µs since the start of the buffer.
 *
 * <pre>
 *     demo-1234      0...1. 16704us+: sched_switch: ...
 * hackbenc-695     0d..3.    24.001108: sched_switch: ...
 * </pre>
 */
final class LatencyHead {
    private static final int COMM_MAX = 24;
    private static final int FLAGS_MIN = 4;
    private static final int FLAGS_MAX = 9;
    private static final long US_MAX = Long.MAX_VALUE / 1000;

    private final LineHead head;
    private final Digits digits = new Digits();

    LatencyHead(LineHead head) {
        this.head = head;
    }

    boolean parse(byte[] text, int at, int end, TextRow row) {
        int dash = at;
        while (true) {
            dash = Ascii.find(text, dash, Math.min(end, at + COMM_MAX), '-');
            if (dash >= Math.min(end, at + COMM_MAX)) return false;
            row.clear();
            if (digits.positive(text, dash + 1, end)) {
                row.currentPid = (int) Math.min(digits.value, Integer.MAX_VALUE);
                if (behind(text, digits.end, end, row)) return true;
            }
            dash++;
        }
    }

    private boolean behind(byte[] text, int from, int end, TextRow row) {
        int at = Ascii.skipBlanks(text, from, end);
        if (at == from || !digits.positive(text, at, end) || digits.value > 65_535) return false;
        row.cpu = (int) digits.value;
        at = digits.end;
        int stop = Ascii.skipWord(text, at, end);
        if (stop - at < FLAGS_MIN || stop - at > FLAGS_MAX) return false;
        row.flags = head.context(text, at, stop);
        at = Ascii.skipBlanks(text, stop, end);
        return microseconds(text, at, end, row) || head.timeAndEvent(text, at, end, row);
    }

    private boolean microseconds(byte[] text, int at, int end, TextRow row) {
        if (!digits.positive(text, at, end) || digits.value > US_MAX) return false;
        int i = digits.end;
        if (i + 3 > end || text[i] != 'u' || text[i + 1] != 's') return false;
        i += 2;
        if (text[i] != ':') i++;
        if (i >= end || text[i] != ':') return false;
        row.timeNs = digits.value * 1000;
        row.fractionDigits = 6;
        return LineHead.event(text, i + 1, end, row);
    }
}
