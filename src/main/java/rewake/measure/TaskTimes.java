package rewake.measure;

import rewake.event.TaskState;

/** How long one task ran and why it did not; {@link #runNs} and the others are of its last run. All in ns; 0 is never. */
final class TaskTimes {
    final RunStats runs = new RunStats();
    long waitNs;
    long delayNs;
    long runNs;
    long preMigrationNs;

    long runSumNs;
    long sleepSumNs;
    long ioWaitSumNs;
    long preemptSumNs;
    long delaySumNs;
    long preMigrationSumNs;
    long migrations;
    /** Its priority when it was last switched in, or −1. */
    int prio = -1;

    private long leftNs;
    private TaskState leftIn = TaskState.UNKNOWN;
    private long wokenNs;
    /** Since when it waits for a CPU, be it since a wake-up or since it was preempted. */
    private long queuedNs;

    private long migratedNs;

    /** A wake-up; one that follows another before the task ran changes nothing. */
    void woken(long timeNs) {
        if (wokenNs == 0) wokenNs = timeNs;
        if (queuedNs == 0) queuedNs = timeNs;
    }

    /** It went to another CPU; that counts where it is {@code selected}. */
    void migrated(long timeNs, boolean selected) {
        if (selected) migrations++;
        migratedNs = timeNs;
    }

    /** Whether it was seen leaving a CPU, so that a wait can be told. */
    boolean left() {
        return leftNs != 0;
    }

    /**
     * A run that ends.
     *
     * @param inNs when its CPU switched to it; 0 where that is not in the trace
     */
    void ran(long inNs, long outNs) {
        forgetRun();
        if (inNs != 0) {
            runNs = outNs - inNs;
            if (wokenNs != 0 && wokenNs <= inNs) delayNs = inNs - wokenNs;
            if (queuedNs != 0 && queuedNs < migratedNs && migratedNs < inNs) preMigrationNs = migratedNs - queuedNs;
            if (leftNs != 0 && leftNs <= inNs) waited(inNs - leftNs);
        }
        runs.add(runNs);
        runSumNs += runNs;
        delaySumNs += delayNs;
        preMigrationSumNs += preMigrationNs;
    }

    private void waited(long ns) {
        waitNs = ns;
        switch (leftIn) {
            case RUNNABLE, PREEMPTED -> preemptSumNs += ns;
            case DISK_SLEEP -> ioWaitSumNs += ns;
            default -> sleepSumNs += ns;
        }
    }

    /** What was told of the last run is not to be told again. */
    void forgetRun() {
        waitNs = 0;
        delayNs = 0;
        runNs = 0;
        preMigrationNs = 0;
    }

    /**
     * It left its CPU.
     *
     * @param as what its next wait counts as
     */
    void leaves(long timeNs, TaskState as, boolean runnable) {
        leftNs = timeNs;
        leftIn = as;
        wokenNs = 0;
        queuedNs = runnable ? timeNs : 0;
        migratedNs = 0;
    }
}
