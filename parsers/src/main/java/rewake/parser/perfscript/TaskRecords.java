package rewake.parser.perfscript;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rewake.event.EventKind;
import rewake.parser.textline.Ascii;
import rewake.parser.textline.LineKind;
import rewake.parser.textline.TextRow;

/**
 * Records that are no samples, as {@code perf script --show-task-events --show-lost-events} prints them:
 *
 * <pre>
 * PERF_RECORD_COMM: init:1/1          PERF_RECORD_COMM exec: sh:865/865
 * PERF_RECORD_FORK(866:866):(865:865) PERF_RECORD_EXIT(866:866):(865:865)
 * PERF_RECORD_LOST lost 4047          PERF_RECORD_LOST_SAMPLES lost 12
 * </pre>
 *
 * <p>They are few, so patterns do.
 */
final class TaskRecords {
    private static final Pattern COMM =
            Pattern.compile("PERF_RECORD_COMM( exec)?: (.{0,16}):(\\d{1,9})/(\\d{1,9})\\s*", Pattern.DOTALL);
    private static final Pattern TASK =
            Pattern.compile("PERF_RECORD_(FORK|EXIT)\\((\\d{1,9}):(\\d{1,9})\\):\\((\\d{1,9}):(\\d{1,9})\\)\\s*");
    private static final Pattern LOST = Pattern.compile("PERF_RECORD_LOST(?:_SAMPLES)? lost (\\d{1,18})\\s*");

    /** What the line is, whose head is in {@code row}. */
    LineKind line(byte[] text, int end, TextRow row) {
        String record = Ascii.string(text, row.nameAt, end);
        row.clearBody();
        Matcher m = COMM.matcher(record);
        if (m.matches()) {
            row.kind = EventKind.COMM;
            row.pid = Integer.parseInt(m.group(4));
            row.otherPid = Integer.parseInt(m.group(3));
            row.comm(text, row.nameAt + m.start(2), m.end(2) - m.start(2));
            row.arg0 = m.group(1) == null ? 0 : 1;
            return task(row);
        }
        m = TASK.matcher(record);
        if (m.matches()) {
            boolean fork = m.group(1).equals("FORK");
            row.kind = fork ? EventKind.FORK : EventKind.EXIT;
            row.otherPid = Integer.parseInt(m.group(2));
            row.pid = Integer.parseInt(m.group(3));
            row.arg0 = fork ? Integer.parseInt(m.group(5)) : 0;
            row.arg1 = fork ? Integer.parseInt(m.group(4)) : 0;
            return task(row);
        }
        m = LOST.matcher(record);
        if (!m.matches()) return LineKind.FILLER;
        row.arg1 = Long.parseLong(m.group(1));
        return LineKind.LOSS;
    }

    /** Such rows have no current task. */
    private static LineKind task(TextRow row) {
        row.currentPid = 0;
        return LineKind.EVENT;
    }
}
