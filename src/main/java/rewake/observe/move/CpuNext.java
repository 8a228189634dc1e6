package rewake.observe.move;

/** What a CPU did next of note after it had a task moved in task context. */
enum CpuNext {
    /** It switched away from a task that went to sleep, or from its idle task. */
    SLEEPS,
    /** It switched away from a task that went to sleep uninterruptibly. */
    SLEEPS_ON_DISK,
    /** Its task went on. */
    GOES_ON,
    /** Its events are missing. */
    LOST
}
