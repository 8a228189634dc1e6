package rewake.parser.ftracetext;

import rewake.parser.textline.Ascii;
import rewake.parser.textline.Digits;
import rewake.parser.textline.LineHead;

/**
 * The task column of the kernel and of trace-cmd: {@code comm-pid}, perhaps {@code (tgid)} behind it, perhaps the name of
 * a buffer before it. The name is right-aligned in 16 bytes and has at most 15, so the 17th byte is the dash whatever
 * the name holds.
 */
final class DashColumn implements LineHead.TaskColumn {
    private static final int DASH = 16;
    /** {@code (1234567)} with some room. */
    private static final int TGID_MAX = 12;

    private final Digits digits = new Digits();
    private int pid;

    @Override
    public int pid() {
        return pid;
    }

    @Override
    public int bracket(byte[] text, int at, int end) {
        if (at + DASH >= end || text[at + DASH] != '-' || !digits.positive(text, at + DASH + 1, end)) return -1;
        pid = (int) Math.min(digits.value, Integer.MAX_VALUE);
        int i = Ascii.skipBlanks(text, digits.end, end);
        if (i < end && text[i] == '(') {
            i = Ascii.find(text, i, Math.min(end, i + TGID_MAX), ')');
            i = Ascii.skipBlanks(text, i + 1, end);
        }
        return i < end && text[i] == '[' ? i : -1;
    }

    @Override
    public int pid(byte[] text, int at, int bracket) {
        int end = Ascii.trimEnd(text, at, bracket);
        if (end > at && text[end - 1] == ')') {
            int open = end - 1;
            while (open > at && end - open <= TGID_MAX && text[open] != '(') open--;
            if (text[open] != '(') return LineHead.NO_TASK;
            end = Ascii.trimEnd(text, at, open);
        }
        int first = end;
        while (first > at && Ascii.digit(text[first - 1])) first--;
        if (first == at || text[first - 1] != '-' || !digits.positive(text, first, end)) return LineHead.NO_TASK;
        return (int) Math.min(digits.value, Integer.MAX_VALUE);
    }
}
