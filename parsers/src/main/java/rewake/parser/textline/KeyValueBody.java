package rewake.parser.textline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;

/**
 * Takes the {@code key=value} body of an event apart, in the printed order of its kind. A name may hold blanks, {@code =}
 * and whole {@code pid=} groups, so each place where the next key could stand is tried; names are too short for more
 * than one of them to lead to the end. Text behind the last field is left alone.
 *
 * <p>Source of the orders: the print formats in {@code include/trace/events/sched.h}, {@code task.h} and {@code irq.h}.
 */
public final class KeyValueBody {
    private static final int NAME_MAX = 16;
    private static final byte[] ARROW = {' ', '=', '=', '>'};
    private static final byte[] UNIT = {' ', '[', 'n', 's', ']'};
    private static final BodyField[] @Nullable [] FIELDS = new BodyField[EventKind.values().length][];

    static {
        for (EventKind kind : EventKind.values()) {
            String notation = notation(kind);
            if (notation != null) FIELDS[kind.ordinal()] = BodyField.parse(notation);
        }
    }

    private final Digits digits = new Digits();
    private byte[] text = {};
    private int end;
    private int lineEnd;
    private BodyField[] fields = {};
    private TextRow row = new TextRow();

    /** Makes a parser of bodies, to be used again and again. */
    public KeyValueBody() {}

    private static @Nullable String notation(EventKind kind) {
        if (kind.pelt() || kind.tracepoint().isEmpty()) return null;
        return switch (kind) {
            case SWITCH ->
                "COMM:prev_comm PID:prev_pid PRIO:prev_prio STATE:prev_state"
                        + " OTHER_COMM:next_comm OTHER_PID:next_pid OTHER_PRIO:next_prio";
            case WAKING, WAKEUP, WAKEUP_NEW -> "COMM:comm PID:pid PRIO:prio SUCCESS:success? ARG0:target_cpu";
            case MIGRATE_TASK -> "COMM:comm PID:pid PRIO:prio ARG0:orig_cpu ARG1:dest_cpu";
            case STAT_RUNTIME -> "COMM:comm PID:pid ARG0:runtime ARG1:vruntime?";
            case STAT_WAIT, STAT_SLEEP, STAT_IOWAIT, STAT_BLOCKED -> "COMM:comm PID:pid ARG0:delay";
            case PROCESS_FORK -> "COMM:comm|parent_comm PID:pid|parent_pid OTHER_COMM:child_comm OTHER_PID:child_pid";
            case PROCESS_EXEC -> "TEXT:filename PID:pid OTHER_PID:old_pid";
            case PROCESS_EXIT, PROCESS_FREE, PROCESS_WAIT, WAIT_TASK -> "COMM:comm PID:pid PRIO:prio";
            case PROCESS_HANG, KTHREAD_STOP -> "COMM:comm PID:pid";
            case PI_SETPRIO -> "COMM:comm PID:pid ARG0:oldprio ARG1:newprio";
            case KTHREAD_STOP_RET -> "ARG0:ret";
            case KTHREAD_WORK_QUEUE_WORK, KTHREAD_WORK_EXECUTE_START, KTHREAD_WORK_EXECUTE_END -> "";
            case MOVE_NUMA -> "PID:pid NUMBER:tgid NUMBER:ngid ARG0:src_cpu NUMBER:src_nid ARG1:dst_cpu NUMBER:dst_nid";
            case STICK_NUMA, SWAP_NUMA ->
                "PID:src_pid|pid NUMBER:src_tgid|tgid NUMBER:src_ngid|ngid ARG0:src_cpu NUMBER:src_nid"
                        + " OTHER_PID:dst_pid? NUMBER:dst_tgid? NUMBER:dst_ngid? ARG1:dst_cpu NUMBER:dst_nid";
            case WAKE_IDLE_WITHOUT_IPI -> "ARG0:cpu";
            case CPU_IDLE -> "ARG1:state ARG0:cpu_id";
            case TASK_RENAME -> "PID:pid? COMM:oldcomm OTHER_COMM:newcomm NUMBER:oom_score_adj";
            case IRQ_ENTRY -> "ARG0:irq REST:name";
            case IRQ_EXIT -> "ARG0:irq";
            case SOFTIRQ_ENTRY, SOFTIRQ_EXIT -> "ARG0:vec";
            default -> throw new IllegalStateException(kind + " has no notation");
        };
    }

    /** The kinds that have a body. */
    public static EventKind[] kinds() {
        return Arrays.stream(EventKind.values())
                .filter(kind -> FIELDS[kind.ordinal()] != null)
                .toArray(EventKind[]::new);
    }

    /** Fills the columns of {@code kind} from the body between {@code at} and {@code bodyEnd}; false where it does not fit. */
    public boolean parse(EventKind kind, byte[] bytes, int at, int bodyEnd, TextRow into) {
        BodyField[] plan = FIELDS[kind.ordinal()];
        if (plan == null) return false;
        into.clearBody();
        text = bytes;
        lineEnd = bodyEnd;
        end = Ascii.trimEnd(bytes, at, bodyEnd);
        fields = plan;
        row = into;
        if (kind == EventKind.TASK_RENAME) row.pid = row.currentPid;
        if (!fields(0, at)) return false;
        row.complete |= complete(kind);
        return true;
    }

    /** Three digits are all that a printed CPU ({@code %03d}) or the priority of a fair task has. */
    private boolean complete(EventKind kind) {
        return switch (kind) {
            case SWITCH -> row.otherPrio >= 100;
            case WAKING, WAKEUP, WAKEUP_NEW -> Ascii.digit(text[end - 3]) && Ascii.digit(text[end - 2]);
            case PROCESS_EXIT, PROCESS_FREE, PROCESS_WAIT, WAIT_TASK -> row.prio >= 100;
            default -> false;
        };
    }

    private boolean fields(int index, int from) {
        int at = from;
        for (int i = index; i < fields.length; i++) {
            BodyField field = fields[i];
            int value = field.value(text, keyAt(field, at), end);
            if (value < 0) {
                if (field.optional()) continue;
                return false;
            }
            if (field.into().isName()) return name(i, value);
            at = value(field, value, i);
            if (at < 0) return false;
        }
        return at >= end || ((text[at] == ' ' || text[at] == '\t' || text[at] == ',') && !swallows(at));
    }

    /** Whether a {@code [CPU]} stands in what follows the last field: then the line has lost its end, and a second event is in it. */
    private boolean swallows(int from) {
        int bracket = Ascii.find(text, from, end, '[');
        while (bracket < end) {
            if (digits.positive(text, bracket + 1, end) && digits.end < end && text[digits.end] == ']') return true;
            bracket = Ascii.find(text, bracket + 1, end, '[');
        }
        return false;
    }

    private int keyAt(BodyField field, int at) {
        int i = at;
        if (field.into() == BodyField.Into.OTHER_COMM && Ascii.matches(text, i, end, ARROW)) i += ARROW.length;
        if (i < end && text[i] == ' ') i++;
        return i < end && text[i] > ' ' ? i : Ascii.skipBlanks(text, i, end);
    }

    /** A name ends where the next key stands; if that does not lead to the end, it may stand again further on. */
    private boolean name(int index, int from) {
        BodyField following = fields[index + 1];
        int last = Math.min(end, from + NAME_MAX + 1);
        for (int at = Ascii.find(text, from, last, ' '); at < last; at = Ascii.find(text, at + 1, last, ' ')) {
            if (following.value(text, at + 1, end) < 0) continue;
            if (fields[index].into() == BodyField.Into.COMM) row.comm(text, from, at - from);
            else row.otherComm(text, from, at - from);
            if (fields(index + 1, at)) return true;
        }
        return false;
    }

    /** Stores a value that is no name; returns where it ends, or −1. */
    private int value(BodyField field, int at, int index) {
        return switch (field.into()) {
            case STATE -> state(at);
            case TEXT -> lastKey(fields[index + 1], at);
            case REST -> rest(at);
            case COMM, OTHER_COMM -> throw new IllegalStateException("names are not read here");
            default -> number(field.into(), at);
        };
    }

    private int rest(int at) {
        row.comm(text, at, Math.min(NAME_MAX, end - at));
        return end;
    }

    private int number(BodyField.Into into, int at) {
        if (!digits.any(text, at, end)) return -1;
        long number = digits.value;
        switch (into) {
            case ARG0 -> row.arg0 = number;
            case ARG1 -> row.arg1 = number;
            case SUCCESS -> {
                if (number == 0) row.success = false;
            }
            case NUMBER -> {}
            default -> {
                if (number != (int) number) return -1;
                small(into, (int) number);
            }
        }
        if (!Ascii.matches(text, digits.end, end, UNIT)) return digits.end;
        row.complete = digits.end + UNIT.length == lineEnd;
        return digits.end + UNIT.length;
    }

    private void small(BodyField.Into into, int number) {
        switch (into) {
            case PID -> row.pid = number;
            case PRIO -> row.prio = number;
            case OTHER_PID -> row.otherPid = number;
            default -> row.otherPrio = number;
        }
    }

    private int state(int at) {
        int stop = Ascii.skipWord(text, at, end);
        if (stop == at) return -1;
        if (digits.any(text, at, stop) && digits.end == stop) {
            row.stateLetters = -1;
            row.arg0 = digits.value;
        } else {
            row.stateLetters = StateText.letters(text, at, stop);
            row.arg0 = row.stateLetters;
        }
        return stop;
    }

    /** A path may hold anything: the last place where the next key stands ends it. */
    private int lastKey(BodyField following, int from) {
        for (int at = end - 1; at >= from; at--)
            if (text[at] == ' ' && following.value(text, at + 1, end) >= 0) return at;
        return -1;
    }
}
