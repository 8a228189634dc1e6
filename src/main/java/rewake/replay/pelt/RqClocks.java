package rewake.replay.pelt;

import java.util.Arrays;

/**
 * The clock of each run queue at its last update, in trace time. Events come some 100 ns to µs after the operation they tell
 * of read the clock, but statistics are differences of that very clock: a run began where its task was picked, a sleep where
 * it was dequeued, a wait where it was queued. So one operation's clock gives the next one's to the ns. Where a difference
 * leads nowhere near the event (interrupt time that the clock leaves out, events lost), the event's time is taken.
 *
 * <p>Source: {@code update_curr()}, {@code __update_stats_wait_start()}, {@code __update_stats_wait_end()},
 * {@code __update_stats_enqueue_sleeper()}, kernel/sched.
 */
final class RqClocks {
    /** What an event may come after its clock, ns: an operation that records ten others at 2 µs each before. */
    private static final long NEAR_NS = 20_000;

    private static final long NONE = Long.MIN_VALUE;

    private final long[] last;
    private final long[] runFrom;
    private long[] sleptAt = new long[256];
    private long[] waitsFrom = new long[256];

    RqClocks(int cpus) {
        last = new long[cpus];
        runFrom = new long[cpus];
        Arrays.fill(last, NONE);
        Arrays.fill(runFrom, NONE);
        Arrays.fill(sleptAt, NONE);
        Arrays.fill(waitsFrom, NONE);
    }

    /** The clock of {@code cpu} as it stands; at most {@code eventNs}. */
    long last(int cpu, long eventNs) {
        return last[cpu] == NONE ? eventNs : Math.min(last[cpu], eventNs);
    }

    /** The task of {@code cpu} has run {@code runtime} since its last statistic or pick. */
    long ran(int cpu, long runtime, long eventNs) {
        long now = set(cpu, runFrom[cpu] == NONE ? eventNs : runFrom[cpu] + runtime, eventNs);
        runFrom[cpu] = now;
        return now;
    }

    /** {@code task}, asleep for {@code delay}, is queued on {@code cpu}. */
    long woke(int cpu, int task, long delay, long eventNs) {
        room(task);
        return set(cpu, sleptAt[task] == NONE ? eventNs : sleptAt[task] + delay, eventNs);
    }

    /**
     * {@code task}, queued on {@code cpu}, has waited for {@code delay} and is picked; the clock stands as it was where nobody
     * knows since when.
     */
    void waited(int cpu, int task, long delay, long eventNs) {
        room(task);
        if (waitsFrom[task] == NONE) return;
        long clock = waitsFrom[task] + delay;
        if (clock >= last(cpu, eventNs) && clock <= eventNs) last[cpu] = clock;
    }

    /** Something happens on {@code cpu} whose clock nothing tells. */
    long at(int cpu, long eventNs) {
        return set(cpu, eventNs, eventNs);
    }

    void queued(int task, long clock) {
        room(task);
        waitsFrom[task] = clock;
    }

    /** {@code task} waits on another CPU from now on: its wait is a sum of two clocks' differences. */
    void requeued(int task) {
        queued(task, NONE);
    }

    void picked(int cpu, long clock) {
        runFrom[cpu] = clock;
    }

    void slept(int task, long clock) {
        room(task);
        sleptAt[task] = clock;
    }

    private long set(int cpu, long guess, long eventNs) {
        long clock = guess > eventNs || guess < eventNs - NEAR_NS ? eventNs : guess;
        if (last[cpu] != NONE && clock < last[cpu]) clock = Math.min(last[cpu], eventNs);
        last[cpu] = clock;
        return clock;
    }

    private void room(int task) {
        if (task < sleptAt.length) return;
        int old = sleptAt.length;
        sleptAt = Arrays.copyOf(sleptAt, Math.max(task + 1, old * 2));
        waitsFrom = Arrays.copyOf(waitsFrom, sleptAt.length);
        Arrays.fill(sleptAt, old, sleptAt.length, NONE);
        Arrays.fill(waitsFrom, old, waitsFrom.length, NONE);
    }
}
