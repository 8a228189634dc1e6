package rewake.parser.textline;

import org.jspecify.annotations.Nullable;
import rewake.event.TaskState;
import rewake.parser.tracepoint.StateTable;

/**
 * Decodes prev_state of a text trace. A printer writes letters ({@code R}, {@code R+}, {@code S}, {@code D|K}) or, in raw
 * form, the number, whose table depends on the kernel. Text rarely names its kernel, so {@link Evidence} collects what
 * the states themselves give away.
 *
 * <p>Two flaws of early v4.14.y and v4.15: either the <em>index</em> of the state was recorded but printed as bits
 * (a stopped task shows as {@code S|D}), or all bits are one too high (the idle task shows as {@code S}, a sleeper as
 * {@code D}). The idle task can only be runnable, which gives the second away. Mended by commit 3f5fe9fef5b2.
 *
 * <p>Source: {@code __trace_sched_switch_state} and the print format in {@code include/trace/events/sched.h}.
 */
public final class StateText {
    /** The letters by bit; the first nine are the kernel's own since v4.14. */
    private static final String LETTERS = "SDTtXZPI+xKWNn";

    private static final int PLUS = 1 << 8;
    /** What kernels that record the index have for R+. */
    private static final int PLUS_INDEXED = 1 << 12;

    private static final int NO_LOAD = 1 << 12;
    /** A letter that is not in the table. */
    static final int UNKNOWN_LETTER = 1 << 30;

    private static final TaskState[] BY_BIT = {
        TaskState.SLEEPING,
        TaskState.DISK_SLEEP,
        TaskState.STOPPED,
        TaskState.TRACED,
        TaskState.DEAD,
        TaskState.ZOMBIE,
        TaskState.PARKED,
        TaskState.IDLE,
        TaskState.PREEMPTED,
        TaskState.DEAD
    };

    private final StateTable numbers;
    private final boolean shifted;
    private final boolean indexed;

    StateText(StateTable numbers, boolean shifted, boolean indexed) {
        this.numbers = numbers;
        this.shifted = shifted;
        this.indexed = indexed;
    }

    /** The bits of letters such as {@code R}, {@code S}, {@code D|K}, {@code R+}. */
    public static int letters(byte[] text, int at, int end) {
        int bits = 0;
        for (int i = at; i < end; i++) {
            byte letter = text[i];
            if (letter == '|' || letter == 'R') continue;
            int bit = LETTERS.indexOf(letter);
            bits |= bit < 0 ? UNKNOWN_LETTER : 1 << bit;
        }
        return bits;
    }

    /** Code of the state of a switch. */
    long code(TextRow row) {
        if (row.pid == 0) return TaskState.RUNNABLE.ordinal();
        if (row.stateLetters < 0 && !shifted && !indexed) return numbers.code(row.arg0);
        int bits = row.stateLetters < 0 ? Math.clamp(row.arg0, 0, UNKNOWN_LETTER) : row.stateLetters;
        return decode(bits, row.otherPid == 0).ordinal();
    }

    /** The number that a sound kernel would have recorded for a state of this code; {@code raw} where this one is sound. */
    long number(long raw, long code) {
        if (!shifted && !indexed) return raw;
        TaskState state = TaskState.of(code);
        if (state == TaskState.RUNNABLE) return 0;
        for (int bit = 0; bit < BY_BIT.length; bit++) if (BY_BIT[bit] == state) return 1L << bit;
        return raw;
    }

    private TaskState decode(int bits, boolean idleNext) {
        if (bits == 0) return TaskState.RUNNABLE;
        if (shifted) return decodeShifted(bits, idleNext);
        if ((bits & PLUS) != 0 || (indexed && bits == PLUS_INDEXED)) return TaskState.PREEMPTED;
        if (indexed && bits <= 8) return BY_BIT[bits - 1];
        if (bits >= UNKNOWN_LETTER) return TaskState.UNKNOWN;
        int bit = Integer.numberOfTrailingZeros(bits);
        if (bit >= BY_BIT.length) return TaskState.UNKNOWN;
        return BY_BIT[bit] == TaskState.DISK_SLEEP && (bits & NO_LOAD) != 0 ? TaskState.IDLE : BY_BIT[bit];
    }

    /** The number of an idle kernel thread is that of a preempted task here; but no CPU goes idle from a runnable one. */
    private static TaskState decodeShifted(int bits, boolean idleNext) {
        if (Integer.bitCount(bits) != 1 || bits > PLUS) return TaskState.UNKNOWN;
        if (bits == PLUS) return idleNext ? TaskState.IDLE : TaskState.PREEMPTED;
        return bits == 1 ? TaskState.RUNNABLE : BY_BIT[Integer.numberOfTrailingZeros(bits) - 1];
    }

    /** What a pass over the switches shows about how their kernel records states. */
    static final class Evidence {
        private static final int STOP_LIKE = 0b111;

        private long idleRunnable;
        private long idleSleeping;
        private long impossible;
        private long numbersSeen;

        void add(TextRow row) {
            boolean number = row.stateLetters < 0;
            if (number) numbersSeen |= row.arg0;
            long bits = number ? row.arg0 : row.stateLetters;
            if (row.pid == 0) {
                if (bits == 0) idleRunnable++;
                if (bits == 1) idleSleeping++;
            }
            if ((bits & ~STOP_LIKE) == 0 && Long.bitCount(bits) > 1) impossible++;
        }

        /**
         * The decoder.
         *
         * @param release {@code uname -r}, or null: then the mark of preemption tells the age of raw numbers
         */
        StateText decoder(@Nullable String release) {
            boolean shifted = idleSleeping > idleRunnable;
            return new StateText(
                    StateTable.of("", release != null ? release : age()), shifted, !shifted && impossible > 1);
        }

        /** R+ was 4096, 2048, 1024 or 512 before v4.14; lower bits may qualify a sleep. */
        private @Nullable String age() {
            return switch ((int) Long.highestOneBit(numbersSeen & 0x1fff)) {
                case 4096 -> "4.8";
                case 2048 -> "4.2";
                case 1024 -> "3.9";
                case 512 -> "3.8";
                default -> null;
            };
        }

        /** Whether any state was not as the kernel means it. */
        boolean odd() {
            return idleSleeping > idleRunnable || impossible > 1;
        }
    }
}
