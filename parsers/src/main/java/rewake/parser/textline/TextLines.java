package rewake.parser.textline;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import rewake.bytes.TraceBytes;

/**
 * Walks the lines of a text of any size through a window in memory, so that nothing is made for a line. A line ends
 * before its newline, before a carriage return in front of that, and before a NUL. Lines of more than {@link #LINE_MAX}
 * bytes are passed over and counted.
 */
public final class TextLines {
    /** The longest line that is looked at. */
    public static final int LINE_MAX = 64 * 1024;

    private static final int WINDOW = 4 * LINE_MAX;

    private final TraceBytes bytes;
    private final byte[] window = new byte[WINDOW + Ascii.SLACK];
    /** File offset of the window's first byte, and how many bytes of it are text. */
    private long base;

    private int filled;
    private int start;
    private int end;
    /** Where the next line starts. */
    private int next;

    private int nextBeforeJoin;
    private int endBeforeJoin;
    private boolean closed;
    private long tooLong;
    /** Whether any NUL was loaded: traces have none, so their lines are not searched for one. */
    private boolean nulSeen;

    /** The lines of {@code bytes} from the start, without the mark of UTF-8 that some editors put there. */
    public TextLines(TraceBytes bytes) {
        this.bytes = bytes;
        boolean marked = bytes.has(0, 3) && bytes.u8(0) == 0xEF && bytes.u8(1) == 0xBB && bytes.u8(2) == 0xBF;
        base = marked ? 3 : 0;
    }

    /** Steps to the next line; false at the end of the file. */
    public boolean next() {
        while (true) {
            start = next;
            int newline = newlineFrom(start);
            closed = newline >= 0;
            int stop = closed ? newline : filled;
            if (!closed && base + filled < bytes.size()) {
                skipLongLine();
                continue;
            }
            if (!closed && stop == start) return false;
            if (stop - start > LINE_MAX) {
                tooLong++;
                next = closed ? stop + 1 : stop;
                continue;
            }
            next = closed ? stop + 1 : stop;
            end = textEnd(stop);
            return true;
        }
    }

    /**
     * Makes the current line longer by the one behind it, the newline between them included: a task's name may hold one.
     * False where there is none.
     */
    public boolean join() {
        nextBeforeJoin = next;
        endBeforeJoin = end;
        if (!closed) return false;
        int newline = newlineFrom(next);
        if (newline < 0 || newline - start > LINE_MAX) return false;
        next = newline + 1;
        end = textEnd(newline);
        return true;
    }

    /** Takes back a {@link #join} that did not help. */
    public void split() {
        next = nextBeforeJoin;
        end = endBeforeJoin;
    }

    /** The bytes around the line; those up to {@link Ascii#SLACK} behind its end exist. */
    public byte[] text() {
        return window;
    }

    /** Where the line starts in {@link #text}. */
    public int start() {
        return start;
    }

    /** Where it ends. */
    public int end() {
        return end;
    }

    /** File offset of the line. */
    public long offset() {
        return base + start;
    }

    /** Whether a newline ended the line: false only for the last one of a file that ends without. */
    public boolean closed() {
        return closed;
    }

    /** Whether a NUL cut the line short. */
    public boolean nul() {
        return nulSeen && Ascii.find(window, start, Math.min(filled, next), '\0') < Math.min(filled, next);
    }

    /** How many lines were too long. */
    public long tooLong() {
        return tooLong;
    }

    private int textEnd(int stop) {
        int at = nulSeen ? Ascii.find(window, start, stop, '\0') : stop;
        return at > start && window[at - 1] == '\r' ? at - 1 : at;
    }

    /** The first newline from {@code from} on, or −1; the window follows, and the line with it. */
    private int newlineFrom(int from) {
        int looked = from;
        while (true) {
            int newline = Ascii.find(window, looked, filled, '\n');
            if (newline < filled) return newline;
            if (base + filled >= bytes.size()) return -1;
            if (filled == WINDOW && start == 0) return -1;
            looked = filled - start;
            fill();
        }
    }

    /** Moves the line to the front of the window and loads what fits behind it. */
    private void fill() {
        int kept = filled - start;
        System.arraycopy(window, start, window, 0, kept);
        base += start;
        end -= start;
        next -= start;
        nextBeforeJoin -= start;
        endBeforeJoin -= start;
        start = 0;
        int more = (int) Math.min(WINDOW - kept, bytes.size() - base - kept);
        MemorySegment.copy(bytes.segment(), ValueLayout.JAVA_BYTE, base + kept, window, kept, more);
        filled = kept + more;
        nulSeen = nulSeen || Ascii.find(window, kept, filled, '\0') < filled;
    }

    /** The window holds no newline: forgets it and all that follows up to one. */
    private void skipLongLine() {
        tooLong++;
        while (true) {
            start = filled;
            next = filled;
            if (base + filled >= bytes.size()) return;
            fill();
            int newline = Ascii.find(window, 0, filled, '\n');
            if (newline < filled) {
                next = newline + 1;
                return;
            }
        }
    }
}
