package rewake.replay;

import java.util.Arrays;
import rewake.kernel.IdleAverages;

/**
 * avg_idle and wake_avg_idle of each CPU, replayed from its idle periods: one begins when the CPU goes idle and ends when a
 * wake-up is enqueued there. They start as at boot, and the cap is that of cheap balancing, since neither is in the trace.
 */
final class IdlePeriods {
    private static final long NS_PER_SECOND = 1_000_000_000;

    private final long jiffyNs;
    private final long[] avgIdle;
    private final long[] wakeAvgIdle;
    private final long[] stampNs;
    private final long[] wakeNs;

    IdlePeriods(int cpus, int hz) {
        jiffyNs = NS_PER_SECOND / hz;
        avgIdle = new long[cpus];
        wakeAvgIdle = new long[cpus];
        stampNs = new long[cpus];
        wakeNs = new long[cpus];
        Arrays.fill(avgIdle, IdleAverages.INITIAL_NS);
        Arrays.fill(wakeAvgIdle, IdleAverages.INITIAL_NS);
    }

    void wentIdle(int cpu, long now) {
        stampNs[cpu] = now;
    }

    void enqueuedByWakeup(int cpu, long now) {
        if (stampNs[cpu] == 0) return;
        avgIdle[cpu] = IdleAverages.afterIdle(avgIdle[cpu], now - stampNs[cpu], IdleAverages.INITIAL_NS);
        wakeAvgIdle[cpu] = IdleAverages.wakeAfterIdle(avgIdle[cpu]);
        wakeNs[cpu] = now;
        stampNs[cpu] = 0;
    }

    long avgIdle(int cpu) {
        return avgIdle[cpu];
    }

    long wakeAvgIdle(int cpu, long now) {
        return IdleAverages.aged(wakeAvgIdle[cpu], now / jiffyNs - wakeNs[cpu] / jiffyNs);
    }
}
