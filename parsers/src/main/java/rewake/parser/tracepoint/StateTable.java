package rewake.parser.tracepoint;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rewake.event.TaskState;

/**
 * Decodes {@code prev_state} of sched_switch to a {@link TaskState}. The bits moved over the years, so the table is read
 * from the trace's own print format: pairs such as <code>{ 0x0002, "D" }</code> and the mask that prints {@code +}. Where
 * a text has none, the kernel release chooses.
 *
 * <p>Source: {@code include/trace/events/sched.h}; {@code TASK_STATE_TO_CHAR_STR} of {@code include/linux/sched.h}.
 */
public final class StateTable {
    private static final int CACHED = 4096;
    private static final Pattern PAIR =
            Pattern.compile("\\{\\s*(0[xX][0-9a-fA-F]{1,15}|\\d{1,15})\\s*,\\s*\"(.)\"\\s*\\}");
    private static final Pattern RELEASE = Pattern.compile("^(\\d{1,4})\\.(\\d{1,4})");
    private static final String MODERN = "SDTtXZPI";
    private static final String OLD = "SDTtZXxKWPNn";

    private final char[] letters = new char[Long.SIZE];
    private final long preemptedMask;
    private final boolean indexed;
    private final byte[] cache = new byte[CACHED];

    private StateTable(String letterOfBit, long preemptedMask, boolean indexed) {
        for (int bit = 0; bit < letterOfBit.length(); bit++) letters[bit] = letterOfBit.charAt(bit);
        this.preemptedMask = preemptedMask;
        this.indexed = indexed;
        for (int raw = 0; raw < CACHED; raw++) cache[raw] = (byte) decode(raw).ordinal();
    }

    /**
     * The table of a trace.
     *
     * @param printFormat of sched_switch, may be empty
     * @param release {@code uname -r}, or null; then a modern kernel is assumed where the print format does not say
     */
    public static StateTable of(String printFormat, @Nullable String release) {
        char[] bits = new char[Long.SIZE];
        Arrays.fill(bits, ' ');
        Matcher pair = PAIR.matcher(printFormat);
        boolean any = false;
        while (pair.find()) {
            long value = ConstantExpression.evaluate(pair.group(1)).orElse(0);
            if (Long.bitCount(value) != 1) continue;
            bits[Long.numberOfTrailingZeros(value)] = pair.group(2).charAt(0);
            any = true;
        }
        OptionalLong mask = preemptedMask(printFormat);
        if (!any || mask.isEmpty()) return ofRelease(release);
        return new StateTable(new String(bits), mask.getAsLong(), storesIndex(release, mask.getAsLong()));
    }

    /** The table of a kernel release; null or unreadable means a modern one. */
    static StateTable ofRelease(@Nullable String release) {
        int version = version(release);
        if (version >= 4_14) return new StateTable(MODERN, 256, false);
        int bits = version >= 4_08 ? 12 : version >= 4_02 ? 11 : version >= 3_09 ? 10 : 9;
        return new StateTable(OLD.substring(0, bits), 1L << bits, false);
    }

    /** Code ({@link TaskState} ordinal) of a raw {@code prev_state}. */
    public int code(long raw) {
        return raw >= 0 && raw < CACHED ? cache[(int) raw] : decode(raw).ordinal();
    }

    private TaskState decode(long raw) {
        if ((raw & preemptedMask) != 0) return TaskState.PREEMPTED;
        if (raw == 0) return TaskState.RUNNABLE;
        if (indexed) return raw <= MODERN.length() ? state(MODERN.charAt((int) raw - 1)) : TaskState.UNKNOWN;
        boolean noLoad = false;
        TaskState found = TaskState.UNKNOWN;
        for (long left = raw; left != 0; left &= left - 1) {
            char letter = letters[Long.numberOfTrailingZeros(left)];
            if (letter == 0 || letter == ' ') return TaskState.UNKNOWN;
            noLoad |= letter == 'N';
            if (found == TaskState.UNKNOWN) found = state(letter);
        }
        return found == TaskState.DISK_SLEEP && noLoad ? TaskState.IDLE : found;
    }

    /** The letters K, W, N and n only qualify another state. */
    private static TaskState state(char letter) {
        return switch (letter) {
            case 'S' -> TaskState.SLEEPING;
            case 'D' -> TaskState.DISK_SLEEP;
            case 'T' -> TaskState.STOPPED;
            case 't' -> TaskState.TRACED;
            case 'X', 'x' -> TaskState.DEAD;
            case 'Z' -> TaskState.ZOMBIE;
            case 'P' -> TaskState.PARKED;
            case 'I' -> TaskState.IDLE;
            default -> TaskState.UNKNOWN;
        };
    }

    /** The mask in {@code REC->prev_state & (mask) ? "+" : ""}. */
    private static OptionalLong preemptedMask(String printFormat) {
        int plus = printFormat.indexOf("\"+\"");
        if (plus < 0) return OptionalLong.empty();
        String before = printFormat.substring(0, plus).stripTrailing();
        int field = before.lastIndexOf("prev_state");
        int and = field < 0 ? -1 : before.indexOf('&', field);
        if (and < 0 || !before.endsWith("?")) return OptionalLong.empty();
        return ConstantExpression.evaluate(before.substring(and + 1, before.length() - 1));
    }

    /** v4.14.0 stored the index of the state but printed it as bits; its mask tells it from the mended v4.14.y. */
    private static boolean storesIndex(@Nullable String release, long mask) {
        return version(release) == 4_14 && mask == 4096;
    }

    private static int version(@Nullable String release) {
        Matcher m = RELEASE.matcher(release == null ? "" : release);
        return m.find() ? Integer.parseInt(m.group(1)) * 100 + Math.min(99, Integer.parseInt(m.group(2))) : 99_99;
    }
}
