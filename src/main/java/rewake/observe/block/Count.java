package rewake.observe.block;

/** What a {@link Tally} counts. Everything here adds up over time, over tasks and over CPUs. */
public enum Count {
    /** Length of the block, ns: once for a machine or a name, for a CPU its own. */
    TIME_NS,
    /** CPU time in which a task ran, ns. */
    BUSY_NS,
    /** CPU time in which nothing ran, ns. */
    IDLE_NS,
    /** Queued tasks, the running one included, times ns. */
    QUEUED_NS,
    /** Time in which a CPU had nothing to run while a task waited on another, ns. */
    UNCONSERVED_NS,
    /** Wake-ups that queued a task. */
    WAKEUPS,
    /** Those of which it is known where the task came from. */
    WAKEUPS_PLACED,
    /** Those that went to another CPU than the one the task came from. */
    WAKEUP_MOVES,
    /** Those of them that stayed within a cluster or a core. */
    NEAR_MOVES,
    /** Those that went to another cluster. */
    CLUSTER_MOVES,
    /** Those that went to another last-level cache. */
    LLC_MOVES,
    /** Those that went to another node. */
    NODE_MOVES,
    /** Wake-ups on the CPU of the waker. */
    LOCAL_WAKEUPS,
    /** Recorded writes of tg->load_avg. */
    TG_WRITES,
    /** Moves of all causes. */
    MOVES,
    /** Waits that ended: a task got a CPU. */
    WAITS,
    /** Their sum, ns. */
    WAITED_NS,
    /** Times a task left its CPU while runnable. */
    INVOLUNTARY,
    /** Those after which another task ran there. */
    PREEMPTED,
    /** Times a task left its CPU to sleep or to end. */
    VOLUNTARY,
    /** Stretches of running of which start and end are known. */
    SLICES,
    /** Their sum, ns. */
    SLICE_NS,
    /** Those that ended while the task was runnable. */
    INVOLUNTARY_SLICES,
    /** Their sum, ns. */
    INVOLUNTARY_SLICE_NS
}
