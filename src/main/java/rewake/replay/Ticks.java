package rewake.replay;

import java.util.Arrays;
import rewake.event.EventBatch;

/**
 * Timer ticks, which no event names. A tick brings the run time of the task that it interrupts up to date, so sched_stat_runtime
 * of the running task comes out of the interrupt, and the CPU's next event is of no interrupt. An interrupt that queues a task
 * has that statistic too, but goes on with events of its own. Where run times or contexts are not recorded, a tick is assumed every
 * {@value #ASSUMED_NS} ns.
 *
 * <p>CPUs tick together, as the ticks of recorded runs do; idle ones may sleep through it. Source: {@code task_tick_fair()},
 * {@code tick_setup_sched_timer()}.
 */
final class Ticks {
    private static final long ASSUMED_NS = 4_000_000;
    private static final long NONE = Long.MIN_VALUE;

    private final long[] updatedNs;
    private boolean recorded;
    private long assumedNs;
    private long tickNs;

    Ticks(int cpus) {
        updatedNs = new long[cpus];
        Arrays.fill(updatedNs, NONE);
    }

    /** A run-time statistic on {@code cpu}; {@code running}: of the task that runs there. */
    void ran(int cpu, boolean running, int flags, long timeNs) {
        if ((flags & EventBatch.CONTEXT_KNOWN) == 0) return;
        recorded = true;
        if (running && (flags & EventBatch.HARDIRQ) != 0) updatedNs[cpu] = timeNs;
    }

    /** The next event, on {@code cpu}: whether it tells of a tick, at {@link #tickNs}. */
    boolean tellsOf(int cpu, int flags, long timeNs) {
        long updated = updatedNs[cpu];
        if (updated != NONE) {
            updatedNs[cpu] = NONE;
            if ((flags & EventBatch.HARDIRQ) != 0) return false;
            tickNs = updated;
            return true;
        }
        if (recorded || timeNs < assumedNs) return false;
        boolean begun = assumedNs > ASSUMED_NS; // what stood before the recording is told at time 0
        assumedNs = timeNs + ASSUMED_NS;
        tickNs = timeNs;
        return begun;
    }

    /** When the tick was that {@link #tellsOf} told of. */
    long tickNs() {
        return tickNs;
    }
}
