package rewake.observe.chain;

import rewake.event.EventBatch;

/** In which context a task was woken. */
public enum WakeContext {
    /** Nobody woke it, as far as the trace tells. */
    NONE,
    /** By a task. */
    TASK,
    /** In a soft interrupt, on top of whatever task ran there. */
    SOFTIRQ,
    /** In a hard interrupt, on top of whatever task ran there. */
    HARDIRQ,
    /** On an idle CPU: in an interrupt, or by its idle loop. */
    IDLE,
    /** While a task ran; whether in an interrupt was not recorded. */
    TASK_OR_INTERRUPT;

    /** The context of flags as {@link EventBatch#flags} has them, while the idle task ran or not. */
    static WakeContext of(int flags, boolean idle) {
        if ((flags & EventBatch.HARDIRQ) != 0) return HARDIRQ;
        if ((flags & EventBatch.SOFTIRQ) != 0) return SOFTIRQ;
        if (idle) return IDLE;
        return (flags & EventBatch.CONTEXT_KNOWN) == 0 ? TASK_OR_INTERRUPT : TASK;
    }

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
