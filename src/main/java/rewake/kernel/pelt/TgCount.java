package rewake.kernel.pelt;

/** What is counted of a group's load, by group, CPU of the run queue, and second. */
public enum TgCount {
    /** {@code update_tg_load_avg()} of a run queue that is not the root's. */
    CALLS,
    /** Calls that were too early for the rate limit. */
    RATE_LIMITED,
    /** Other calls whose change was too small. */
    BELOW_THRESHOLD,
    /** Atomic additions to {@code tg->load_avg}. */
    WRITES,
    /** {@code calc_group_shares()}: {@code tg->load_avg} is read. */
    READS,
    /** {@code cfs_rq_util_change()}: only the root's (group 0) tell {@code cpufreq} of anything. */
    UTIL_CHANGES,
    /** Counters read: one a read, or one a node and read. */
    READ_OPERATIONS,
    /** Writes to a counter that is not in the executing CPU's cache alone: a transfer of its cache line. */
    WRITE_TRANSFERS,
    /** Those where the CPU that wrote last is of another node. */
    WRITE_TRANSFERS_CROSS_NODE,
    /** Reads of a counter that the executing CPU's cache does not have since it was last written. */
    READ_TRANSFERS,
    /** Those where the CPU that wrote last is of another node. */
    READ_TRANSFERS_CROSS_NODE
}
