package rewake.timeline;

/** What began a wait for a CPU. */
public enum WaitKind {
    /** A wake-up: wake→running. */
    WAKEUP,
    /** A fork. */
    FORK,
    /** Switched out while still runnable ({@code R}: tick, yield, return to user space). */
    RUNNABLE,
    /** Preempted inside the kernel ({@code R+}). */
    PREEMPTED;

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
