package rewake.kernel;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import rewake.event.Topology;

/**
 * One wake-up on a small machine, set up in a line: everybody is busy with one normal task except who is named idle or
 * sched-idle, the wakee may run anywhere, the waker is an ordinary task on the target. Task 1 wakes task 2.
 */
public final class Scene {
    public static final int WAKER = 1;
    public static final int WAKEE = 2;

    private final Machine machine;
    private final SchedState state;
    private int here;
    private int prev;
    private int target;
    private boolean hereSet;

    /** The machine names are those of the vector table: N8, S2a, S2x, S4, L2, L2S, CL3, CL4S; and L4. */
    public Scene(String topology) {
        machine = new Machine(topology(topology));
        state = new SchedState(machine);
        for (int cpu = 0; cpu < machine.cpus(); cpu++) state.cpu(cpu, false, false, 1);
        for (int llc = 0; llc < machine.llcs(); llc++) state.hidden().nrIdleScan(llc, machine.cpus());
        limitInputs(1_000_000, 0);
    }

    public static Topology topology(String name) {
        return switch (name) {
            case "N8" -> machine(8, c -> c, null, _ -> 0, _ -> 0);
            case "S2a" -> machine(8, c -> c / 2, null, _ -> 0, _ -> 0);
            case "S2x" -> machine(8, c -> c % 4, null, _ -> 0, _ -> 0);
            case "S4" -> machine(8, c -> c / 4, null, _ -> 0, _ -> 0);
            case "L2" -> machine(8, c -> c, null, c -> c / 4, c -> c / 4);
            case "L2S" -> machine(16, c -> c % 8, null, c -> c % 8 / 4, c -> c % 8 / 4);
            case "L4" -> machine(16, c -> c, null, c -> c / 4, c -> c / 8);
            case "CL3" -> machine(12, c -> c, c -> c / 4, _ -> 0, _ -> 0);
            case "CL4S" -> machine(16, c -> c / 2, c -> c / 4, _ -> 0, _ -> 0);
            default -> throw new IllegalArgumentException(name);
        };
    }

    static Topology machine(
            int cpus,
            IntUnaryOperator core,
            @org.jspecify.annotations.Nullable IntUnaryOperator cluster,
            IntUnaryOperator llc,
            IntUnaryOperator node) {
        return Topology.of(
                "test", ids(cpus, core), cluster == null ? null : ids(cpus, cluster), ids(cpus, llc), ids(cpus, node));
    }

    private static int[] ids(int cpus, IntUnaryOperator of) {
        int[] ids = new int[cpus];
        Arrays.setAll(ids, of);
        return ids;
    }

    public Scene prev(int cpu) {
        prev = cpu;
        return this;
    }

    public Scene target(int cpu) {
        target = cpu;
        if (!hereSet) here = cpu;
        return this;
    }

    public Scene both(int cpu) {
        return prev(cpu).target(cpu);
    }

    public Scene waker(int cpu) {
        here = cpu;
        hereSet = true;
        return this;
    }

    public Scene idle(int... cpus) {
        for (int cpu : cpus) state.cpu(cpu, true, false, 0);
        return this;
    }

    public Scene schedIdle(int... cpus) {
        for (int cpu : cpus) state.cpu(cpu, false, true, 1);
        return this;
    }

    public Scene running(int cpu, int tasks) {
        state.cpu(cpu, tasks == 0, false, tasks);
        return this;
    }

    public Scene flag(int llc, boolean value) {
        state.hidden().hasIdleCores(llc, value);
        return this;
    }

    /** has_idle_cores of the first LLC. */
    public Scene flag(boolean value) {
        return flag(0, value);
    }

    public Scene nrIdleScan(int value) {
        for (int llc = 0; llc < machine.llcs(); llc++) state.hidden().nrIdleScan(llc, value);
        return this;
    }

    /** avg_idle = wake_avg_idle and avg_scan_cost of every CPU. */
    public Scene limitInputs(long avgIdleNs, long avgScanCostNs) {
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            state.avgIdle(cpu, avgIdleNs, avgIdleNs);
            state.hidden().avgScanCost(cpu, avgScanCostNs);
        }
        return this;
    }

    public Scene recent(int cpu) {
        state.hidden().recentUsed(WAKEE, cpu);
        return this;
    }

    public Scene allowed(int... cpus) {
        long[] mask = CpuMask.empty(machine.cpus());
        for (int cpu : cpus) CpuMask.set(mask, cpu);
        state.allowed(mask);
        return this;
    }

    public Scene wakerFacts(boolean sync, boolean perCpuKthread, boolean inTask) {
        state.wakerFacts(sync, perCpuKthread, inTask);
        return this;
    }

    public Scene wakeeSchedIdle() {
        state.wakeeSchedIdle(true);
        return this;
    }

    /** The state as set up so far, with the question put. */
    public SchedState state() {
        state.question(WAKER, here, WAKEE, prev);
        return state;
    }

    /** {@code select_idle_sibling(prev, target)}; effects are applied to the hidden state. */
    public long search(KernelModel kernel) {
        long placement = kernel.selectIdleSibling(state(), target);
        Placement.apply(placement, state, state.hidden());
        return placement;
    }

    /** The CPU of {@link #search}. */
    public int cpu(KernelModel kernel) {
        return Placement.cpu(search(kernel));
    }

    /** The whole fast path; effects are applied. */
    public long wake(KernelModel kernel) {
        long placement = kernel.selectTaskRq(state());
        Placement.apply(placement, state, state.hidden());
        return placement;
    }

    public boolean flagNow(int llc) {
        return state.hidden().hasIdleCores(llc);
    }

    public int recentNow(int task) {
        return state.hidden().recentUsed(task);
    }
}
