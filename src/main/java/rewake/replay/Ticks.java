package rewake.replay;

import rewake.event.EventBatch;

/**
 * Timer ticks, which no event names: a tick updates the run time of the task that it interrupts ({@code task_tick_fair()}), so
 * that sched_stat_runtime of the running task comes from the interrupt. So it does where an interrupt queues another task; that one
 * goes on with events of its own. CPUs tick together, but an idle CPU may sleep through it.
 */
final class Ticks {
    private static final long NONE = Long.MIN_VALUE;

    private final long[] sinceNs;

    Ticks(int cpus) {
        sinceNs = new long[cpus];
        java.util.Arrays.fill(sinceNs, NONE);
    }

    /** An interrupt on {@code cpu} has updated the run time of the task that it interrupts. */
    void updated(int cpu, long timeNs) {
        sinceNs[cpu] = timeNs;
    }

    /** Another event of {@code cpu}: whether a tick lies before it, and the update was the tick's. */
    boolean endsAt(int cpu, int flags) {
        if (sinceNs[cpu] == NONE) return false;
        if ((flags & EventBatch.HARDIRQ) == 0) return true;
        sinceNs[cpu] = NONE;
        return false;
    }

    /** When that tick was. */
    long take(int cpu) {
        long at = sinceNs[cpu];
        sinceNs[cpu] = NONE;
        return at;
    }
}
