package rewake.kernel;

/**
 * The running averages behind SIS_PROP, as pure steps: {@code avg_idle} and {@code wake_avg_idle} of a run queue,
 * {@code avg_scan_cost} of a CPU's LLC domain. All in ns. Source: {@code update_avg()},
 * {@code ttwu_do_activate()} (before 6.4 {@code ttwu_do_wakeup()}), {@code select_idle_cpu()}.
 */
public final class IdleAverages {
    /** Both idle averages at boot, and their cap while no balance cost more than {@code sched_migration_cost}. */
    public static final long INITIAL_NS = 1_000_000;

    private IdleAverages() {}

    /** {@code update_avg()}: an eighth of the way to the sample, rounded towards the average. */
    public static long step(long average, long sample) {
        return average + (sample - average) / 8;
    }

    /**
     * {@code avg_idle} after a wake-up ended an idle period. Periods that a fork or a pulled task ends do not count.
     *
     * @param periodNs since the CPU ran out of tasks
     * @param capNs twice {@code max_idle_balance_cost}, {@link #INITIAL_NS} unless balancing was dearer
     */
    public static long afterIdle(long avgIdleNs, long periodNs, long capNs) {
        return Math.min(step(avgIdleNs, periodNs), capNs);
    }

    /** {@code wake_avg_idle} at that moment (5.14 to 6.6): half of the new {@code avg_idle}. */
    public static long wakeAfterIdle(long newAvgIdleNs) {
        return newAvgIdleNs / 2;
    }

    /** {@code wake_avg_idle} aged by the jiffies since the last wake-up that ended an idle period: halved for each. */
    public static long aged(long wakeAvgIdleNs, long jiffies) {
        return jiffies >= Long.SIZE ? 0 : wakeAvgIdleNs >> Math.max(0, jiffies);
    }

    /** {@code wake_avg_idle} after a finished scan took {@code scanNs}. */
    public static long afterScan(long wakeAvgIdleNs, long scanNs) {
        return wakeAvgIdleNs - Math.min(wakeAvgIdleNs, scanNs);
    }
}
