package rewake.observe.chain;

/** What a task did in a part of a critical path; the names are those of the machine output. */
public enum ChainKind {
    /** It ran. */
    RUNNING,
    /** It had been woken and waited for a CPU. */
    WOKEN,
    /** It had been forked and waited for a CPU. */
    FORKED,
    /** It had been switched out by a tick or a yield and waited. */
    RUNNABLE,
    /** It had been preempted inside the kernel and waited. */
    PREEMPTED,
    /** It slept until an interrupt woke it, or to the end. */
    SLEEPING,
    /** The trace does not tell. */
    UNKNOWN;

    /** Whether the task waited for a CPU. */
    public boolean waits() {
        return this == WOKEN || this == FORKED || this == RUNNABLE || this == PREEMPTED;
    }

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
