package rewake.parser.perfscript;

import rewake.parser.textline.Ascii;
import rewake.parser.textline.Digits;
import rewake.parser.textline.LineHead;

/**
 * The task column of perf script: {@code comm tid} or {@code comm pid/tid}, each part only with its {@code -F}. The name
 * is right-aligned in 16 bytes (not so with call chains), so the 17th byte is a blank whatever the name holds.
 */
final class BlankColumn implements LineHead.TaskColumn {
    private static final int BLANK = 16;

    private final Digits digits = new Digits();
    private int pid;

    @Override
    public int pid() {
        return pid;
    }

    @Override
    public int bracket(byte[] text, int at, int end) {
        if (at + BLANK >= end || text[at + BLANK] != ' ') return -1;
        int i = Ascii.skipBlanks(text, at + BLANK, end);
        if (!digits.signed(text, i, end)) return -1;
        i = digits.end;
        if (i < end && text[i] == '/') {
            if (!digits.signed(text, i + 1, end)) return -1;
            i = digits.end;
        }
        pid = Math.clamp(digits.value, -1, Integer.MAX_VALUE);
        i = Ascii.skipBlanks(text, i, end);
        return i < end && text[i] == '[' ? i : -1;
    }

    /** The thread id, −1 where it is {@code -1} (the task had gone) or not printed. */
    @Override
    public int pid(byte[] text, int at, int bracket) {
        int end = Ascii.trimEnd(text, at, bracket);
        if (end == at) return -1;
        int first = end;
        while (first > at && Ascii.digit(text[first - 1])) first--;
        if (first > at && text[first - 1] == '-') first--;
        boolean alone = first == at || text[first - 1] == ' ' || text[first - 1] == '/' || text[first - 1] == '\t';
        if (!alone || !digits.signed(text, first, end)) return LineHead.NO_TASK;
        return Math.clamp(digits.value, -1, Integer.MAX_VALUE);
    }
}
