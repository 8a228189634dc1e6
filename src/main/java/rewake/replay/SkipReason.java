package rewake.replay;

/** Why a wake-up took no placement decision, or none that can be judged; the names are those of the machine output. */
public enum SkipReason {
    /** A task woke itself. */
    SELF_WAKE,
    /** The wakee was still queued. */
    ON_RQ,
    /** The wakee was in its last switch and was queued on its CPU without a decision, or may have been. */
    ON_CPU,
    /** The wakee may use one CPU only. */
    PINNED,
    /** Real time, deadline or stop class. */
    NOT_FAIR,
    /** sched_wakeup without sched_waking: nobody knows who woke it from where. */
    NO_WAKING_EVENT,
    /** Events are missing: what some CPU of the LLC ran is not known. */
    UNKNOWN_STATE,
    /** The wakee may have been queued all the time, its dequeue delayed (6.12 and later). */
    MAYBE_DELAYED_DEQUEUE;

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
