package rewake.replay;

import java.util.Arrays;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;
import rewake.kernel.SisUtil;

/**
 * Balances of LLC domains, which no event shows, at the ticks that events do show: each computes nr_idle_scan anew, from the
 * utilisation of that instant. A CPU is due again after {@code llc_weight} ms if it is idle at a tick, 16 times later if it is
 * busy; after a balance that found no queue to take from, twice as late. Only the first idle CPU of a core or cluster balances for it,
 * or its first one where none is idle. Idle CPUs sleep through ticks: they are kicked where one CPU has two tasks or two CPUs
 * of an LLC are busy.
 *
 * <p>When a CPU was balanced before the trace is unknown: taken as long ago for an idle one, just before for a busy one.
 *
 * <p>Source: {@code rebalance_domains()}, {@code get_sd_balance_interval()}, {@code should_we_balance()}, {@code
 * nohz_balancer_kick()}, {@code update_idle_cpu_scan()}, kernel/sched/fair.c; busy_factor is 16 since 5.10.
 */
final class LlcBalance {
    private static final long NS_PER_MS = 1_000_000;
    private static final int BUSY_FACTOR = 16;
    /** Half the shortest tick period: what lies closer is the same tick, on another CPU or a little late. */
    private static final long SAME_TICK_NS = NS_PER_MS / 2;

    static final boolean DOUBLE = Boolean.getBoolean("dbl");
    private final Machine machine;
    private final InferredLoads loads;
    private final long[] lastNs;
    private final int[] intervalMs;
    private final int[] value;
    private long tickNs = Long.MIN_VALUE;

    LlcBalance(Machine machine, InferredLoads loads) {
        this.machine = machine;
        this.loads = loads;
        lastNs = new long[machine.cpus()];
        intervalMs = new int[machine.cpus()];
        for (int cpu = 0; cpu < lastNs.length; cpu++) intervalMs[cpu] = machine.llcWeight(cpu);
        value = new int[machine.llcs()];
    }

    /** nr_idle_scan as the newest balance of {@code llc} computed it. */
    int value(int llc) {
        return value[llc];
    }

    /** A timer interrupt at {@code now}, of all CPUs. {@code balanced} gets the LLCs where a balance is due, as a mask. */
    boolean tick(long now, long[] balanced) {
        Arrays.fill(balanced, 0);
        if (tickNs == Long.MIN_VALUE) begin(now);
        else if (now - tickNs < SAME_TICK_NS) return false;
        tickNs = now;
        boolean kicked = kicks();
        for (int cpu = 0; cpu < lastNs.length; cpu++) {
            boolean idle = loads.fair.isIdle(cpu);
            if ((idle && !kicked) || !isDue(cpu, idle, now)) continue;
            lastNs[cpu] = now;
            if (!shouldWeBalance(cpu)) continue;
            CpuMask.set(balanced, machine.llc(cpu));
            if (DOUBLE) intervalMs[cpu] = Math.min(2, hasBusiest(cpu) ? 1 : 2 * intervalMs[cpu] / machine.llcWeight(cpu))
                    * machine.llcWeight(cpu);
        }
        for (int llc = 0; llc < value.length; llc++) compute(llc, now);
        return kicked;
    }
    boolean idleIn(int llc) { for (int c = 0; c < lastNs.length; c++) if (machine.llc(c) == llc && loads.fair.isIdle(c)) return true; return false; }

    private void begin(long now) {
        for (int cpu = 0; cpu < lastNs.length; cpu++) lastNs[cpu] = now - intervalMs[cpu] * NS_PER_MS;
    }

    private boolean isDue(int cpu, boolean idle, long now) {
        long interval = intervalMs[cpu] * NS_PER_MS * (idle ? 1 : BUSY_FACTOR);
        return now - lastNs[cpu] >= interval - SAME_TICK_NS;
    }

    private boolean kicks() {
        for (int cpu = 0; cpu < lastNs.length; cpu++) {
            if (loads.fair.isIdle(cpu)) continue;
            if (loads.fair.queued(0, cpu) >= 2) return true;
            long[] span = machine.llcSpan(cpu);
            for (int other = CpuMask.next(span, cpu + 1); other >= 0; other = CpuMask.next(span, other + 1))
                if (!loads.fair.isIdle(other)) return true;
        }
        return false;
    }

    private boolean shouldWeBalance(int cpu) {
        if (machine.inCluster(cpu)) return first(machine.clusterSpan(cpu)) == cpu;
        int[] siblings = machine.siblings(cpu);
        for (int sibling : siblings) if (loads.fair.isIdle(sibling)) return sibling == cpu;
        return siblings[0] == cpu;
    }

    private int first(long[] group) {
        for (int cpu = CpuMask.next(group, 0); cpu >= 0; cpu = CpuMask.next(group, cpu + 1))
            if (loads.fair.isIdle(cpu)) return cpu;
        return CpuMask.next(group, 0);
    }

    /** Whether a CPU has so much more queued than this one that a task may come over. */
    private boolean hasBusiest(int cpu) {
        int own = loads.fair.queued(0, cpu);
        long[] span = machine.llcSpan(cpu);
        for (int other = CpuMask.next(span, 0); other >= 0; other = CpuMask.next(span, other + 1))
            if (loads.fair.queued(0, other) > own + 1) return true;
        return false;
    }

    private void compute(int llc, long now) {
        int cpu = 0;
        while (machine.llc(cpu) != llc) cpu++;
        long sum = 0;
        long[] span = machine.llcSpan(cpu);
        for (int c = CpuMask.next(span, 0); c >= 0; c = CpuMask.next(span, c + 1)) sum += loads.util(c, now);
        value[llc] = SisUtil.nrIdleScan(sum, machine.llcWeight(cpu), machine.llcImbalancePct(cpu));
    }
}
