package rewake.parser.textline;

import rewake.event.EventBatch;

/**
 * Takes the head of an event's line apart: {@code TASK [CPU] FLAGS TIME: EVENT: BODY}. What stands before the bracket is
 * the business of a {@link TaskColumn}; the rest is the same in all printers, up to what they leave out.
 *
 * <p>The bracket is looked for where the printer's columns have it. Where they have not (a name wider than its column, a
 * prefix, stripped blanks) each {@code [digits]} from the left is tried: the first one with a task before it and a time
 * behind it is the one. A name of 15 bytes is too short to hold all that.
 *
 * <pre>
 *             init-1       (      1) [001] d..2.    45.500493: sched_wakeup_new: comm=init pid=865 ...   ftrace
 *        hackbench-728   [005]    21.009083052: sched_switch:         sh:728 [120] D ==> swapper/5:0 [120]   trace-cmd
 *             perf   368 [000]     4.348786: sched:sched_stat_runtime: comm=perf pid=368 ...             perf script
 *   368/368   [000]     4.348786:      33455 sched:sched_stat_runtime: comm=perf pid=368 ...             with pid, period
 * </pre>
 */
public final class LineHead {
    /** The task column of a printer. */
    public interface TaskColumn {
        /** Where the bracket is if the columns are as usual, else −1. */
        int bracket(byte[] text, int at, int end);

        /** The task that {@link #bracket} passed on its way. */
        int pid();

        /** The task that the text before the bracket names, −1 for one that is not known, less where it is none. */
        int pid(byte[] text, int at, int bracket);
    }

    /** What {@link TaskColumn#pid} returns for text that is no task column. */
    public static final int NO_TASK = -2;

    private static final int FLAGS_MAX = 12;
    private static final int CPU_MAX = 65_535;
    private static final int SECONDS_MAX = 1_000_000_000;
    private static final long[] SCALE = {0, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};
    /** hardirq column of kernels without a lazy preemption column: third of four or five. */
    private static final int IRQ_USUAL = 2;

    private final TaskColumn column;
    private final Digits digits = new Digits();
    private int irqColumn = -1;

    /** A parser of heads with this task column. */
    public LineHead(TaskColumn column) {
        this.column = column;
    }

    /** Says in which of the flag columns the header has hardirq/softirq, counted from 0. */
    public void irqColumn(int index) {
        irqColumn = index;
    }

    /** Fills CPU, time, task, flags, name and body of {@code row}; false where the line is no event's. */
    public boolean parse(byte[] text, int at, int end, TextRow row) {
        row.clear();
        int bracket = column.bracket(text, at, end);
        if (bracket >= 0 && behind(text, bracket, end, row)) {
            row.currentPid = column.pid();
            return true;
        }
        bracket = Ascii.find(text, at, end, '[');
        while (bracket < end) {
            if (behind(text, bracket, end, row)) {
                row.currentPid = column.pid(text, at, bracket);
                if (row.currentPid > NO_TASK) return true;
            }
            bracket = Ascii.find(text, bracket + 1, end, '[');
        }
        return false;
    }

    /** {@code [CPU] FLAGS TIME: EVENT: BODY}. */
    private boolean behind(byte[] text, int bracket, int end, TextRow row) {
        if (!digits.positive(text, bracket + 1, end) || digits.value > CPU_MAX) return false;
        int at = digits.end;
        if (at >= end || text[at] != ']') return false;
        row.cpu = (int) digits.value;
        at = Ascii.skipBlanks(text, at + 1, end);
        row.flags = 0;
        if (time(text, at, end, row)) return event(text, digits.end, end, row);
        int flagsEnd = Ascii.skipWord(text, at, end);
        if (flagsEnd == at || flagsEnd - at > FLAGS_MAX) return false;
        row.flags = context(text, at, flagsEnd);
        return time(text, Ascii.skipBlanks(text, flagsEnd, end), end, row) && event(text, digits.end, end, row);
    }

    /** {@code TIME: EVENT: BODY}: for columns that hold the CPU elsewhere. */
    public boolean timeAndEvent(byte[] text, int at, int end, TextRow row) {
        return time(text, at, end, row) && event(text, digits.end, end, row);
    }

    /** {@code SECONDS.FRACTION:} or a plain number and a colon. */
    private boolean time(byte[] text, int at, int end, TextRow row) {
        if (!digits.positive(text, at, end)) return false;
        long seconds = digits.value;
        int i = digits.end;
        if (i < end && text[i] == ':') {
            row.timeNs = seconds;
            row.fractionDigits = 0;
            digits.end = i + 1;
            return true;
        }
        if (i >= end || text[i] != '.' || seconds > SECONDS_MAX || !digits.positive(text, i + 1, end)) return false;
        int fraction = digits.end - i - 1;
        if (fraction >= SCALE.length || digits.end >= end || text[digits.end] != ':') return false;
        row.timeNs = seconds * 1_000_000_000 + digits.value * SCALE[fraction];
        row.fractionDigits = fraction;
        digits.end++;
        return true;
    }

    /** {@code [period] [system:]name: body}. An event whose name has no colon behind it (function tracers) has no name. */
    public static boolean event(byte[] text, int from, int end, TextRow row) {
        int at = Ascii.skipBlanks(text, from, end);
        int stop = Ascii.skipWord(text, at, end);
        if (number(text, at, stop)) {
            at = Ascii.skipBlanks(text, stop, end);
            stop = Ascii.skipWord(text, at, end);
        }
        row.nameAt = at;
        row.bodyAt = Ascii.skipBlanks(text, stop, end);
        row.nameEnd = stop > at && text[stop - 1] == ':' ? stop - 1 : at;
        return true;
    }

    private static boolean number(byte[] text, int at, int stop) {
        int i = at;
        while (i < stop && Ascii.digit(text[i])) i++;
        return i == stop && i > at;
    }

    /** The row's context flags for a flags column such as {@code d.h2.}; none where the column is not known. */
    public int context(byte[] text, int at, int end) {
        int index = irqColumn >= 0 ? irqColumn : end - at <= 5 ? IRQ_USUAL : end;
        if (index >= end - at) return 0;
        return switch (text[at + index]) {
            case 'h' -> EventBatch.CONTEXT_KNOWN | EventBatch.HARDIRQ;
            case 'H' -> EventBatch.CONTEXT_KNOWN | EventBatch.HARDIRQ | EventBatch.SOFTIRQ;
            case 'Z' -> EventBatch.CONTEXT_KNOWN | EventBatch.HARDIRQ;
            case 's' -> EventBatch.CONTEXT_KNOWN | EventBatch.SOFTIRQ;
            case '.', 'z' -> EventBatch.CONTEXT_KNOWN;
            default -> 0;
        };
    }
}
