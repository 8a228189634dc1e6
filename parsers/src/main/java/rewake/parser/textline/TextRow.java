package rewake.parser.textline;

import rewake.event.EventKind;
import rewake.event.PeltField;

/**
 * One line, taken apart: the columns of {@link rewake.event.EventBatch} before they are in a batch, names as two longs,
 * prev_state as it was printed. One object serves all lines of a pass; {@link #clear} starts the next.
 */
public final class TextRow {
    /** What the event is; only for lines of {@link LineKind#EVENT}. */
    public EventKind kind = EventKind.LOST;
    /** CPU in the brackets, −1 where the line has none. */
    public int cpu;
    /** The time column in ns. */
    public long timeNs;
    /** How many digits the fraction of a second had, 0 for a plain integer. */
    public int fractionDigits;
    /** The task in the task column, −1 for unknown. */
    public int currentPid;
    /** {@link rewake.event.EventBatch} context flags. */
    public int flags;
    /** Where the event's name stands: {@code system:name}, or just the name. */
    public int nameAt;
    /** End of the name. */
    public int nameEnd;
    /** Number of the name in {@link EventNames}, −1 for none. */
    int name;
    /** Where the body starts. */
    public int bodyAt;

    /** First task. */
    public int pid;
    /** Its priority. */
    public int prio;
    /** Its name, first eight bytes. */
    public long commLow;
    /** Its name, the rest. */
    public long commHigh;
    /** Second task. */
    public int otherPid;
    /** Its priority. */
    public int otherPrio;
    /** Its name, first eight bytes. */
    public long otherCommLow;
    /** Its name, the rest. */
    public long otherCommHigh;
    /** First argument; for a switch the number that prev_state has or would have. */
    public long arg0;
    /** Second argument; for a loss how many, 0 where the line does not say. */
    public long arg1;
    /** prev_state as letters, in the bits of {@link StateText}; −1 where it was printed as a number. */
    public int stateLetters;
    /** Whether the letters came from a printer that mixes some of them up. */
    public boolean stateVague;
    /** False for a wake-up that did not wake: {@code success=0} of kernels before v4.3. */
    public boolean success;
    /** Which {@link PeltField} values there are, by ordinal. */
    long peltMask;
    /** The values by ordinal; names of tasks stand in the comm columns, that of a group in the text. */
    final long[] pelt = new long[PeltField.values().length];
    /** Where the group's name stands. */
    int pathAt;
    /** Its end. */
    int pathEnd;
    /** Whether the last field cannot have been cut by the end of the file. */
    public boolean complete;

    /** Makes an empty row. */
    public TextRow() {}

    /** Forgets all. */
    public void clear() {
        cpu = -1;
        timeNs = 0;
        fractionDigits = 0;
        currentPid = -1;
        name = -1;
        flags = 0;
        clearBody();
    }

    /** Forgets what the body said. */
    public void clearBody() {
        pid = 0;
        prio = 0;
        commLow = 0;
        commHigh = 0;
        otherPid = 0;
        otherPrio = 0;
        otherCommLow = 0;
        otherCommHigh = 0;
        arg0 = 0;
        arg1 = 0;
        stateLetters = 0;
        stateVague = false;
        success = true;
        peltMask = 0;
        complete = false;
    }

    /** Whether there is a value. */
    boolean hasPelt(PeltField field) {
        return (peltMask >>> field.ordinal() & 1) != 0;
    }

    /** Sets the first task's name. */
    public void comm(byte[] text, int at, int length) {
        commLow = Ascii.low(Ascii.word(text, at), length);
        commHigh = Ascii.low(Ascii.word(text, at + 8), length - 8);
    }

    /** Sets the second task's name. */
    public void otherComm(byte[] text, int at, int length) {
        otherCommLow = Ascii.low(Ascii.word(text, at), length);
        otherCommHigh = Ascii.low(Ascii.word(text, at + 8), length - 8);
    }
}
