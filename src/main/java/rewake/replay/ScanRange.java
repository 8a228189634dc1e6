package rewake.replay;

import java.util.Arrays;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;
import rewake.kernel.SisUtil;

/**
 * nr_idle_scan of each LLC, inferred: the kernel recomputes it from utilisation in a periodic balance that no event shows.
 * Here it is recomputed every {@code llc_weight} ms (the shortest interval of an idle CPU's balance; a busy LLC's can be 16
 * times as long), and the values of the last 32 ms and the next one bound what the kernel may have had.
 *
 * <p>Source: {@code update_idle_cpu_scan()}, {@code get_sd_balance_interval()}.
 */
final class ScanRange {
    private static final int KEPT = 32;
    private static final long BOUND_NS = 32_000_000;

    private final Machine machine;
    private final InferredLoads loads;
    private final int[][] values;
    private final long[][] times;
    private final int[] count;
    private final long[] dueNs;
    private final int[] current;
    private final int[] low;
    private final int[] high;
    private final int[] cpuOf;

    ScanRange(Machine machine, InferredLoads loads) {
        this.machine = machine;
        this.loads = loads;
        int llcs = machine.llcs();
        values = new int[llcs][KEPT];
        times = new long[llcs][KEPT];
        count = new int[llcs];
        dueNs = new long[llcs];
        current = new int[llcs];
        low = new int[llcs];
        high = new int[llcs];
        cpuOf = new int[llcs];
        for (int cpu = machine.cpus() - 1; cpu >= 0; cpu--) cpuOf[machine.llc(cpu)] = cpu;
        for (int llc = 0; llc < llcs; llc++) high[llc] = machine.llcWeight(cpuOf[llc]);
        Arrays.fill(dueNs, Long.MIN_VALUE);
    }

    /** Recomputes the value of {@code llc} where that is due at {@code now}; true where it was. */
    boolean at(int llc, long now) {
        if (now < dueNs[llc]) return false;
        int weight = machine.llcWeight(cpuOf[llc]);
        dueNs[llc] = now + weight * 1_000_000L;
        current[llc] = compute(llc, weight, now);
        int slot = count[llc]++ % KEPT;
        values[llc][slot] = current[llc];
        times[llc][slot] = now;
        low[llc] = count[llc] < 2 ? 0 : bound(llc, true);
        high[llc] = count[llc] < 2 ? weight : bound(llc, false);
        return true;
    }

    /** The newest value. */
    int now(int llc) {
        return current[llc];
    }

    /** The lowest of the last 32 ms; 0 until two values are known, since the kernel may have started with that. */
    int low(int llc) {
        return low[llc];
    }

    /** The highest of the last 32 ms; the LLC's size until two values are known. */
    int high(int llc) {
        return high[llc];
    }

    /** Whether a CPU of {@code llc} is idle. */
    boolean hasIdle(int llc) {
        long[] span = machine.llcSpan(cpuOf[llc]);
        for (int cpu = CpuMask.next(span, 0); cpu >= 0; cpu = CpuMask.next(span, cpu + 1))
            if (loads.fair.isIdle(cpu)) return true;
        return false;
    }

    private int bound(int llc, boolean lowest) {
        int kept = Math.min(count[llc], KEPT);
        int newest = (count[llc] - 1) % KEPT;
        long oldest = times[llc][newest] - BOUND_NS;
        int out = current[llc];
        for (int i = 0; i < kept; i++) {
            if (times[llc][i] < oldest) continue;
            out = lowest ? Math.min(out, values[llc][i]) : Math.max(out, values[llc][i]);
        }
        return out;
    }

    private int compute(int llc, int weight, long now) {
        long sum = 0;
        long[] span = machine.llcSpan(cpuOf[llc]);
        for (int cpu = CpuMask.next(span, 0); cpu >= 0; cpu = CpuMask.next(span, cpu + 1)) sum += loads.util(cpu, now);
        return SisUtil.nrIdleScan(sum, weight, machine.llcImbalancePct(cpuOf[llc]));
    }
}
