package rewake.replay;

import java.util.Arrays;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;
import rewake.kernel.SisUtil;

/**
 * Periodic balances of LLC domains, which no event shows: when one is due at a tick, and the nr_idle_scan that it computes. A
 * CPU balances its LLC again after {@code llc_weight} ms where a tick finds it idle, 16 times later where it is busy (from 5.10
 * on; before, 32 times), and in either case up to twice as late while there is nothing to move. One CPU balances for its core
 * or cluster, the first idle one or else the first. Idle CPUs sleep through ticks; a busy CPU kicks them where it has two
 * tasks or another CPU of its LLC is busy too.
 *
 * <p>When each CPU was balanced last before the trace is unknown: taken as so long ago that it is due once a tick finds it idle.
 *
 * <p>Source: {@code rebalance_domains()}, {@code get_sd_balance_interval()}, {@code should_we_balance()},
 * {@code nohz_balancer_kick()}, {@code update_idle_cpu_scan()}, kernel/sched/fair.c.
 */
final class LlcBalance {
    private static final long NS_PER_MS = 1_000_000;
    private static final int BUSY_FACTOR = 16;
    private static final long CAPACITY = 1024;
    /** Half the shortest period: what lies closer is the same tick, on another CPU or a little late. */
    private static final long SAME_TICK_NS = NS_PER_MS / 2;

    private final Machine machine;
    private final InferredLoads loads;
    private final ForkOffsets offsets;
    private final int[] cpuOf;
    private final long[] lastNs;
    private final boolean[] due;
    private final boolean[] open;
    private boolean began;
    private long tickNs;

    LlcBalance(Machine machine, InferredLoads loads, ForkOffsets offsets) {
        this.machine = machine;
        this.loads = loads;
        this.offsets = offsets;
        cpuOf = new int[machine.llcs()];
        for (int cpu = machine.cpus() - 1; cpu >= 0; cpu--) cpuOf[machine.llc(cpu)] = cpu;
        lastNs = new long[machine.cpus()];
        due = new boolean[machine.llcs()];
        open = new boolean[machine.llcs()];
    }

    /** A tick of all CPUs; false where it is one that was told already. */
    boolean tick(long now) {
        if (!began) begin(now);
        else if (now - tickNs < SAME_TICK_NS) return false;
        tickNs = now;
        boolean kicked = kicks();
        Arrays.fill(due, false);
        Arrays.fill(open, false);
        for (int cpu = 0; cpu < lastNs.length; cpu++) {
            boolean idle = loads.fair.isIdle(cpu);
            if (idle && !kicked) continue;
            int llc = machine.llc(cpu);
            open[llc] |= idle;
            if (now - lastNs[cpu] < interval(cpu, idle) - SAME_TICK_NS) continue;
            lastNs[cpu] = now;
            due[llc] |= shouldBalance(cpu);
        }
        return true;
    }

    /** Hears of balances. */
    interface Computed {
        /** A balance of {@code llc} computes {@code nrIdleScan}; {@code due}: it is due, else it may be. */
        void computed(int llc, int nrIdleScan, boolean due);
    }

    /** A tick of all CPUs: tells which balances are due, or may be. */
    void tick(long now, Computed out) {
        if (!tick(now)) return;
        for (int llc = 0; llc < due.length; llc++)
            if (due[llc] || open[llc]) out.computed(llc, nrIdleScan(llc), due[llc]);
    }

    /** Whether the last tick found a balance of {@code llc} due. */
    boolean isDue(int llc) {
        return due[llc];
    }

    /** Whether the last tick found a CPU of {@code llc} idle, so that a balance may have been due. */
    boolean isOpen(int llc) {
        return open[llc];
    }

    /** The nr_idle_scan that a balance of {@code llc} computes at the last tick. */
    int nrIdleScan(int llc) {
        int first = cpuOf[llc];
        long[] span = machine.llcSpan(first);
        long sum = 0;
        for (int cpu = first; cpu >= 0; cpu = CpuMask.next(span, cpu + 1))
            sum += Math.min(CAPACITY, loads.util(cpu, tickNs) + offsets.of(cpu, tickNs));
        return SisUtil.nrIdleScan(sum, machine.llcWeight(first), machine.llcImbalancePct(first));
    }

    private void begin(long now) {
        began = true;
        for (int cpu = 0; cpu < lastNs.length; cpu++) lastNs[cpu] = now - interval(cpu, true);
    }

    private long interval(int cpu, boolean idle) {
        return machine.llcWeight(cpu) * NS_PER_MS * (idle ? 1 : BUSY_FACTOR);
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

    /** The groups of an LLC domain are clusters, else cores; where there is nothing between, each CPU is one. */
    private boolean shouldBalance(int cpu) {
        if (machine.inCluster(cpu)) return balancer(machine.clusterSpan(cpu)) == cpu;
        int[] siblings = machine.siblings(cpu);
        if (siblings.length == machine.llcWeight(cpu)) return true;
        for (int sibling : siblings) if (loads.fair.isIdle(sibling)) return sibling == cpu;
        return siblings[0] == cpu;
    }

    private int balancer(long[] group) {
        for (int cpu = CpuMask.next(group, 0); cpu >= 0; cpu = CpuMask.next(group, cpu + 1))
            if (loads.fair.isIdle(cpu)) return cpu;
        return CpuMask.next(group, 0);
    }
}
