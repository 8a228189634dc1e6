package rewake.kernel;

/** What one step of a placement decision asks; the names are those of the machine output. In the order of asking. */
public enum Question {
    /** Does one of the two wake so many that they had better stay apart? Value: 0. */
    WAKE_WIDE,
    /** May the wakee use the waker's CPU at all? Value: 0. */
    WAKER_ALLOWED,
    /** Has the lowest domain of the waker's CPU that holds prev SD_WAKE_AFFINE? Asked across nodes only. Value: how far prev is. */
    WA_NEAR,
    /** Is the waker's CPU idle, under the LLC of prev? The CPU: what is chosen if so. Value: 0. */
    WA_IDLE,
    /** Is the waker alone on its CPU and about to sleep? Value: what runs there, without what is delayed. */
    WA_SYNC,
    /** Is prev idle, wherever it lies? Value: 0. */
    WA_PREV_IDLE,
    /** Would prev be more loaded than the waker's CPU? Value: by how much, in hundredths of load. */
    WA_WEIGHT,
    /** The target: where the search starts. Value: 0. */
    TARGET,
    /** Is the target idle? Value: see {@link Steps}. */
    TARGET_IDLE,
    /** Is prev idle? Value: see {@link Steps}. */
    PREV_IDLE,
    /** Does a lone per-CPU kernel thread wake a task of its own CPU? Value: what runs there. */
    KTHREAD_STACK,
    /** Is the CPU used before prev idle? Value: see {@link Steps}; CPU −1 where none is known. */
    RECENT_USED,
    /** Is an idle core believed to exist in the LLC of this CPU? Value: 0. */
    IDLE_CORES_FLAG,
    /** Is this sibling idle? Value: see {@link Steps}. */
    SMT_SIBLING,
    /** How far may the search go? Value: how many CPUs may be looked at. */
    SCAN_LIMIT,
    /** Is the whole core of this CPU idle? Value: its first busy CPU, or −1. */
    IDLE_CORE,
    /** Is this CPU of the target's cluster idle? Value: see {@link Steps}. */
    CLUSTER_SCAN,
    /** Is this CPU of the target's LLC idle? Value: see {@link Steps}. */
    LLC_SCAN,
    /** No idle core: the usable CPU met on the way. Value: see {@link Steps}. */
    CORE_FALLBACK,
    /** Nothing was found. Value: 0. */
    NO_IDLE,
    /** The wakee may not use what was chosen. Value: 0. */
    AFFINITY;

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
