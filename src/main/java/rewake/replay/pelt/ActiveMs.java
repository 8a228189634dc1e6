package rewake.replay.pelt;

import java.util.Arrays;

/**
 * In how many milliseconds of the trace clock each run queue of a group had something queued, running tasks among it: what
 * rates of writes are taken of, since a limit of one a ms binds only there.
 */
public final class ActiveMs {
    private static final long NS = 1_000_000;
    private static final long NONE = Long.MIN_VALUE;

    private final int cpus;
    private final long[] since;
    private final long[] last;
    private final long[] count;

    ActiveMs(int groups, int cpus) {
        this.cpus = cpus;
        since = new long[groups * cpus];
        last = new long[groups * cpus];
        count = new long[groups * cpus];
        Arrays.fill(since, NONE);
        Arrays.fill(last, NONE);
    }

    void queued(int group, int cpu, boolean any, long timeNs) {
        int at = group * cpus + cpu;
        if (any == (since[at] != NONE)) return;
        long ms = Math.floorDiv(timeNs, NS);
        if (any) {
            since[at] = ms;
            return;
        }
        count[at] += ms - Math.max(since[at], last[at] + 1) + 1;
        last[at] = ms;
        since[at] = NONE;
    }

    /** The trace ends: what is queued is so until {@code timeNs}. */
    void finish(long timeNs) {
        for (int at = 0; at < since.length; at++) if (since[at] != NONE) queued(at / cpus, at % cpus, false, timeNs);
    }

    void clear() {
        Arrays.fill(count, 0);
    }

    /** Milliseconds in which the run queue had something queued. */
    public long of(int group, int cpu) {
        return count[group * cpus + cpu];
    }

    /** The same of all run queues of a group. */
    public long of(int group) {
        long sum = 0;
        for (int cpu = 0; cpu < cpus; cpu++) sum += of(group, cpu);
        return sum;
    }
}
