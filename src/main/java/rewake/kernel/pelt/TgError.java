package rewake.kernel.pelt;

/** In what a group's load, and what follows from it, can be off. Loads are 1024 for a nice-0 task that always runs. */
public enum TgError {
    /** {@code tg->load_avg} less the loads of the group's run queues as they stand in memory. */
    CONTRIB,
    /** The same in millionths of those loads. */
    CONTRIB_RELATIVE,
    /** Load of tasks that have left, which their old run queues have still to take off: also in a kernel that writes always. */
    REMOVED,
    /** The run queues' loads without it, less the same brought to the moment; sampled every ms. */
    AGED,
    /** {@code tg->load_avg} less the run queues' loads brought to the moment; sampled every ms. */
    TOTAL,
    /** The same in millionths of those loads. */
    TOTAL_RELATIVE,
    /** A part of the shares as it was given, less the part by the loads as they stand, in millionths of it; each read weighs 1. */
    SHARE,
    /** Where removals are delayed: load of a run queue with groups on it, less what it would be without the delay. */
    PARENT_LOAD,
    /** The same for utilisation. */
    PARENT_UTIL,
    /** The same for the runnable average. */
    PARENT_RUNNABLE;

    static final int KINDS = values().length;
}
