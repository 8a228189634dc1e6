package rewake.observe.block;

/** Which durations a {@link Tally} keeps the distribution of. */
public enum Span {
    /** Waits after wake-ups onto the CPU that the task came from. */
    WAKEUP_STAYED,
    /** Waits after wake-ups onto another CPU. */
    WAKEUP_MOVED,
    /** Waits after wake-ups of which it is not known where the task came from. */
    WAKEUP_UNPLACED,
    /** Those of all three that found a task on their CPU's queue. */
    QUEUED,
    /** Waits that began when a task left its CPU while runnable. */
    PREEMPTED,
    /** Waits of forked tasks. */
    FORKED,
    /** From when a woken task last left the CPU it now runs on. */
    SINCE_LAST_RUN
}
