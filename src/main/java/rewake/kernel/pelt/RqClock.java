package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * The clocks of every run queue, ns. {@code clock_pelt} runs slower than time while a slow or small CPU works, and catches up
 * when it goes idle, unless it was saturated: then the gap is lost for good. At full capacity all clocks are the same.
 *
 * <p>Time stolen by interrupts and hypervisors is not taken off: no scheduler event tells it. Source:
 * {@code update_rq_clock_pelt()}, {@code update_idle_rq_clock_pelt()}, {@code rq_clock_pelt()}, kernel/sched/pelt.h.
 */
final class RqClock {
    private static final int FULL = 1024;
    /** {@code util_sum} from which on a run queue had no idle time worth mentioning. */
    private static final long SATURATED = ((long) Decay.MIN_DIVIDER << 10) - Decay.MAX;

    private final long[] clock;
    private final long[] clockPelt;
    private final long[] lostIdle;
    private final long[] clockIdle;
    private final long[] peltIdle;
    private final boolean[] idle;
    private final int[] scale;

    /** Idle CPUs of full capacity at time 0. */
    RqClock(int cpus) {
        clock = new long[cpus];
        clockPelt = new long[cpus];
        lostIdle = new long[cpus];
        clockIdle = new long[cpus];
        peltIdle = new long[cpus];
        idle = new boolean[cpus];
        scale = new int[cpus];
        Arrays.fill(idle, true);
        Arrays.fill(scale, FULL);
    }

    /** Sets how fast {@code clock_pelt} of a busy {@code cpu} runs, in 1024ths: its capacity times its frequency. */
    void scale(int cpu, int value) {
        scale[cpu] = value;
    }

    /** {@code update_rq_clock()}; a time in the past changes nothing. */
    void update(int cpu, long now) {
        long delta = now - clock[cpu];
        if (delta <= 0) return;
        clock[cpu] = now;
        if (idle[cpu]) catchUp(cpu);
        else clockPelt[cpu] += (delta * scale[cpu]) >> 10;
    }

    /** The idle task is picked; {@code utilSum} is that of all classes together. */
    void goesIdle(int cpu, long utilSum) {
        if (idle[cpu]) return;
        if (utilSum >= SATURATED) lostIdle[cpu] += clock[cpu] - clockPelt[cpu];
        idle[cpu] = true;
        catchUp(cpu);
    }

    /** Another task is picked. */
    void goesBusy(int cpu) {
        idle[cpu] = false;
    }

    /** {@code rq_clock()}. */
    long now(int cpu) {
        return clock[cpu];
    }

    boolean idle(int cpu) {
        return idle[cpu];
    }

    /** {@code rq_clock_pelt()}. */
    long pelt(int cpu) {
        return clockPelt[cpu] - lostIdle[cpu];
    }

    /** What {@link #pelt} would read after an update at {@code now}. */
    long peltAt(int cpu, long now) {
        long delta = Math.max(0, now - clock[cpu]);
        if (idle[cpu]) return Math.max(now, clock[cpu]) - lostIdle[cpu];
        return pelt(cpu) + ((delta * scale[cpu]) >> 10);
    }

    /**
     * What {@code pelt} of an idle {@code cpu} would read at {@code now} if somebody updated it, asked without its lock; no
     * earlier than {@code last}, the last update of its run queue.
     */
    long peltOfIdle(int cpu, long now, long last) {
        return peltIdle[cpu] < last ? last : peltIdle[cpu] + now - clockIdle[cpu];
    }

    private void catchUp(int cpu) {
        clockPelt[cpu] = clock[cpu];
        clockIdle[cpu] = clock[cpu];
        peltIdle[cpu] = pelt(cpu);
    }
}
