package rewake.replay.pelt;

/** What happens to the averages: what the kernel does under one run-queue lock. */
enum Op {
    /** A woken task is queued. */
    ENQUEUE,
    /** A forked task is queued for the first time. */
    FORK,
    /** A sleeping task is sent to another CPU: its load is to be removed where it was. */
    LEAVE,
    /** A queued task is taken off, for another CPU. */
    DETACH,
    /** A task that was taken off is queued on the other CPU. */
    ATTACH,
    /** The running task is dequeued to sleep, or one that stayed queued when it went to sleep. */
    SLEEP,
    /** The running task goes to sleep and stays queued. */
    DELAY,
    /** A dequeued task is dead: its load is to be removed. */
    EXIT,
    /** A fair task is picked. */
    PICK,
    /** A task of another class is picked. */
    PICK_OTHER,
    /** The idle task is picked. */
    PICK_IDLE,
    /** The tick of a CPU that runs a fair task. */
    TICK,
    /** The running task leaves its group and joins it again, as it exits. */
    REJOIN,
    /** A task is moved to another group. */
    REGROUP,
    /** A task has another name, which may be one that tells its group. */
    NAMED,
    /** Averages were recorded by the next operation on that CPU. */
    RECORDED,
    /** Averages were recorded by something that no other event tells. */
    RECORD
}
