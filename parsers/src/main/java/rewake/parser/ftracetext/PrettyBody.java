package rewake.parser.ftracetext;

import rewake.event.EventKind;
import rewake.parser.textline.Ascii;
import rewake.parser.textline.Digits;
import rewake.parser.textline.Events;
import rewake.parser.textline.StateText;
import rewake.parser.textline.TextRow;

/**
 * The bodies that {@code trace-cmd report} prints in its own way, and those of kernels before 2.6.33:
 *
 * <pre>
 * sched_switch:  sh:728 [120] D ==> swapper/5:0 [120]          task sh:728 [120] (D) ==> swapper/5:0 [120]
 * sched_wakeup:  sh:728 [120] success=1 CPU:005                task sh:728 [120] success=1 [005]
 * </pre>
 *
 * <p>A name may hold all of these signs; the whole body must fit, so each place where a name could end is tried.
 * Blanks in front of a name are lost: the printer pads there.
 *
 * <p>The printer's table of states is older than the kernels since v4.14: it writes Z for X, X for Z, W for I, x for P and
 * no {@code +}. Newer ones are right, and both look the same: so X and Z are taken as one, and a plain R as
 * runnable.
 */
final class PrettyBody implements Events.Body {
    private static final int NAME_MAX = 16;
    private static final byte[] TASK = {'t', 'a', 's', 'k', ' '};
    private static final byte[] ARROW = {' ', '=', '=', '>', ' '};
    private static final byte[] SUCCESS = {'s', 'u', 'c', 'c', 'e', 's', 's', '='};
    private static final byte[] CPU = {'C', 'P', 'U', ':'};

    private final Digits digits = new Digits();
    /** What {@link #task} found. */
    private int nameEnd;

    private int pid;
    private int prio;
    private int after;

    @Override
    public boolean parse(EventKind kind, byte[] text, int at, int bodyEnd, TextRow row) {
        int end = Ascii.trimEnd(text, at, bodyEnd);
        int from = Ascii.matches(text, at, end, TASK) ? at + TASK.length : at;
        return switch (kind) {
            case SWITCH -> switched(text, from, end, row);
            case WAKEUP, WAKEUP_NEW, WAKING -> woken(text, from, end, row);
            default -> false;
        };
    }

    private boolean switched(byte[] text, int from, int end, TextRow row) {
        for (int colon = from; task(text, from, colon, end); colon = nameEnd + 1) {
            int prevEnd = nameEnd;
            int prevPid = pid;
            int prevPrio = prio;
            int state = Ascii.skipBlanks(text, after, end);
            int stateEnd = Ascii.skipWord(text, state, end);
            boolean arrow = stateEnd > state && Ascii.matches(text, stateEnd, end, ARROW);
            if (arrow && next(text, stateEnd + ARROW.length, end, row)) {
                row.comm(text, from, prevEnd - from);
                row.pid = prevPid;
                row.prio = prevPrio;
                row.stateLetters = states(text, state, stateEnd);
                row.stateVague = true;
                row.arg0 = row.stateLetters;
                row.complete = true;
                return true;
            }
            nameEnd = prevEnd;
        }
        return false;
    }

    private boolean next(byte[] text, int from, int end, TextRow row) {
        for (int colon = from; task(text, from, colon, end); colon = nameEnd + 1) {
            if (after != end) continue;
            row.otherComm(text, from, nameEnd - from);
            row.otherPid = pid;
            row.otherPrio = prio;
            return true;
        }
        return false;
    }

    private boolean woken(byte[] text, int from, int end, TextRow row) {
        for (int colon = from; task(text, from, colon, end); colon = nameEnd + 1) {
            int at = Ascii.skipBlanks(text, after, end);
            row.success = true;
            if (Ascii.matches(text, at, end, SUCCESS) && digits.positive(text, at + SUCCESS.length, end)) {
                row.success = digits.value != 0;
                at = Ascii.skipBlanks(text, digits.end, end);
            }
            if (at < end && text[at] == '[') at++;
            else if (Ascii.matches(text, at, end, CPU)) at += CPU.length;
            else continue;
            if (!digits.positive(text, at, end)) continue;
            row.complete = digits.end - at >= 3;
            at = digits.end;
            if (at < end && text[at] == ']') at++;
            if (at != end) continue;
            row.comm(text, from, nameEnd - from);
            row.pid = pid;
            row.prio = prio;
            row.arg0 = digits.value;
            return true;
        }
        return false;
    }

    /** {@code NAME:PID [PRIO]} whose colon is the first from {@code colon} on that fits. */
    private boolean task(byte[] text, int from, int colon, int end) {
        for (int at = colon; at < end && at - from <= NAME_MAX; at++) {
            if (text[at] != ':' || !digits.signed(text, at + 1, end)) continue;
            pid = Math.clamp(digits.value, -1, Integer.MAX_VALUE);
            int open = digits.end;
            if (open + 1 >= end || text[open] != ' ' || text[open + 1] != '[') continue;
            if (!digits.signed(text, open + 2, end) || digits.value != (int) digits.value) continue;
            if (digits.end >= end || text[digits.end] != ']') continue;
            prio = (int) digits.value;
            nameEnd = at;
            after = digits.end + 1;
            return true;
        }
        return false;
    }

    /** What the letters stand for. */
    private static int states(byte[] text, int at, int end) {
        int from = at;
        int to = end;
        if (to - from > 2 && text[from] == '(') {
            from++;
            to--;
        }
        byte[] mended = new byte[to - from + Ascii.SLACK];
        for (int i = from; i < to; i++) {
            mended[i - from] = switch (text[i]) {
                case 'W' -> 'I';
                case 'x' -> 'P';
                case 'Z' -> 'X';
                default -> text[i];
            };
        }
        return StateText.letters(mended, 0, to - from);
    }
}
