package rewake.kernel;

import java.util.Arrays;

/**
 * What the fork and exec path reads of each run queue beyond {@link SchedState}'s own columns, <em>without the task that is
 * being placed</em>. Whoever judges forks fills it; wake-ups do not read it. Source: {@code update_sg_wakeup_stats()}.
 */
public final class QueueStats {
    /** {@link #runnable}: not known; a group is then judged by its utilisation and its tasks alone. */
    public static final long UNKNOWN = -1;

    private final long[] util;
    private final long[] runnable;
    private final long[] idleSince;

    /** All utilisations 0, the rest unknown. */
    QueueStats(int cpus) {
        util = new long[cpus];
        runnable = new long[cpus];
        idleSince = new long[cpus];
        Arrays.fill(runnable, UNKNOWN);
    }

    /** Sets one CPU: util and runnable averages (0 to 1024 and above), and since when it is idle, ns, 0 where unknown. */
    public void cpu(int cpu, long utilAvg, long runnableAvg, long idleSinceNs) {
        util[cpu] = utilAvg;
        runnable[cpu] = runnableAvg;
        idleSince[cpu] = idleSinceNs;
    }

    /** {@code cpu_util_without()}. */
    public long util(int cpu) {
        return util[cpu];
    }

    /** {@code cpu_runnable_without()}, or {@link #UNKNOWN}. */
    public long runnable(int cpu) {
        return runnable[cpu];
    }

    /** {@code rq->idle_stamp}, ns. */
    public long idleSince(int cpu) {
        return idleSince[cpu];
    }
}
