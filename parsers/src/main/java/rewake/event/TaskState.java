package rewake.event;

/**
 * What a task did when it left a CPU: {@code prev_state} of sched_switch, decoded. The bit values differ between
 * kernels and are read from the trace's own format text; this is their meaning.
 *
 * <p>Source: {@code fs/proc/array.c} task_state_array and the print format of sched_switch.
 */
public enum TaskState {
    /** {@code R}: still runnable (a tick or yield switched it out). */
    RUNNABLE("R"),
    /** {@code R+}: still runnable, preempted inside the kernel's preemption path. */
    PREEMPTED("R+"),
    /** {@code S}. */
    SLEEPING("S"),
    /** {@code D}. */
    DISK_SLEEP("D"),
    /** {@code T}. */
    STOPPED("T"),
    /** {@code t}. */
    TRACED("t"),
    /** {@code X}. */
    DEAD("X"),
    /** {@code Z}. */
    ZOMBIE("Z"),
    /** {@code P}. */
    PARKED("P"),
    /** {@code I}: a sleeping kernel thread that does not count as load. */
    IDLE("I"),
    /** A value that the trace's table does not know. */
    UNKNOWN("?");

    private static final TaskState[] ALL = values();
    private final String letters;

    TaskState(String letters) {
        this.letters = letters;
    }

    /** The letters that perf and ftrace print. */
    public String letters() {
        return letters;
    }

    /** Whether the task stayed on the run queue. */
    public boolean runnable() {
        return this == RUNNABLE || this == PREEMPTED;
    }

    /** Whether the task left for good. */
    public boolean dead() {
        return this == DEAD || this == ZOMBIE;
    }

    /** The state with this code ({@link Enum#ordinal()}, as in {@code arg1} of a SWITCH row). */
    public static TaskState of(long code) {
        return code >= 0 && code < ALL.length ? ALL[(int) code] : UNKNOWN;
    }
}
