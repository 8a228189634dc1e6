package rewake.kernel;

import rewake.event.Topology;

/**
 * The scheduling domains of each CPU as levels 1 to 5: core, cluster, LLC, node, machine; level 0 is the CPU alone. A level
 * that is no wider than the one below is no domain, as {@code sd_degenerate()} drops it. Source:
 * {@code build_sched_domains()}, kernel/sched/topology.c.
 */
final class Domains {
    /** The level of the LLC. */
    static final int LLC = 3;
    /** The level of the whole machine, across nodes. */
    static final int NUMA = 5;

    private final int[][] group = new int[NUMA + 1][];
    private final int[][] weight = new int[NUMA + 1][];

    /** With or without a level for clusters. */
    Domains(Machine machine, boolean clusterLevel) {
        Topology t = machine.topology();
        int cpus = t.cpus();
        for (int level = 0; level <= NUMA; level++) {
            group[level] = new int[cpus];
            weight[level] = new int[cpus];
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            group[0][cpu] = cpu;
            group[1][cpu] = t.core()[cpu];
            group[LLC][cpu] = t.llc()[cpu];
            group[4][cpu] = t.node()[cpu];
        }
        for (int cpu = 0; cpu < cpus; cpu++)
            for (int other = 0; other < cpus; other++)
                for (int level = 0; level <= NUMA; level++)
                    if (level != 2 && group[level][cpu] == group[level][other]) weight[level][cpu]++;
        // A CPU without a cluster of its own has its core for one: the level is then no domain.
        for (int cpu = 0; cpu < cpus; cpu++) {
            boolean clustered = clusterLevel && machine.inCluster(cpu);
            group[2][cpu] = clustered ? t.cluster()[cpu] : cpus + t.core()[cpu];
            weight[2][cpu] = clustered ? CpuMask.weight(machine.clusterSpan(cpu)) : weight[1][cpu];
        }
    }

    /** CPUs in the group of {@code cpu} at {@code level}. */
    int weight(int level, int cpu) {
        return weight[level][cpu];
    }

    /** Whether both are in one group at {@code level}. */
    boolean together(int level, int a, int b) {
        return group[level][a] == group[level][b];
    }

    /** The widest domain of {@code cpu}, or 0. */
    int highest(int cpu) {
        int level = NUMA;
        while (level > 0 && weight[level][cpu] <= weight[level - 1][cpu]) level--;
        return level;
    }

    /** The widest domain of {@code cpu} that is narrower than its group at {@code level}, or 0. */
    int below(int cpu, int level) {
        int l = level - 1;
        while (l > 0 && weight[l][cpu] <= weight[l - 1][cpu]) l--;
        return l;
    }

    /** Whether the wakee may use any CPU of that domain. */
    boolean anyAllowed(SchedState s, int level, int cpu) {
        for (int c = 0; c < group[level].length; c++) if (together(level, cpu, c) && s.allowed(c)) return true;
        return false;
    }

    /**
     * {@code imb_numa_nr} of the machine-wide domain: how many LLCs the lowest domain above the LLC has, once for each time
     * that the machine is wider than the first domain across nodes; which is once, for here all nodes are equally far.
     */
    int imbNumaNr(int cpu) {
        int aboveLlc = LLC + 1;
        while (aboveLlc < NUMA && weight[aboveLlc][cpu] <= weight[LLC][cpu]) aboveLlc++;
        return Math.max(1, weight[aboveLlc][cpu] / weight[LLC][cpu]);
    }
}
