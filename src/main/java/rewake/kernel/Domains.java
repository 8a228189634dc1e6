package rewake.kernel;

import rewake.event.NodeDistances;
import rewake.event.Topology;

/**
 * The scheduling domains of each CPU as levels: core, cluster, LLC and node, then one for each distance between nodes, of the
 * nodes no farther than that; level 0 is the CPU alone. A level that is no wider than the one below is no domain, as
 * {@code sd_degenerate()} and {@code sd_parent_degenerate()} drop it. Levels across nodes need not nest: what is one CPU's domain may
 * be half of another's.
 *
 * <p>Source: {@code build_sched_domains()}, {@code sched_init_numa()}, {@code build_overlap_sched_groups()}, kernel/sched/topology.c.
 */
final class Domains {
    /** The level of the LLC. */
    static final int LLC = 3;
    /** The level of a node; what is above reaches across nodes and has SD_NUMA. */
    static final int NODE = 4;

    private final int levels;
    private final long[][][] span;
    private final int[][] weight;
    private final int reclaim;
    private final int[] distance;

    /** With or without a level for clusters. */
    Domains(Machine machine, boolean clusterLevel) {
        Topology t = machine.topology();
        NodeDistances distances = t.nodeDistances();
        distance = distances.levels();
        reclaim = distances.reclaim();
        levels = NODE + 1 + distance.length;
        int cpus = t.cpus();
        span = new long[levels][cpus][];
        weight = new int[levels][cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            span[0][cpu] = CpuMask.empty(cpus);
            CpuMask.set(span[0][cpu], cpu);
            span[1][cpu] = CpuMask.empty(cpus);
            for (int sibling : machine.siblings(cpu)) CpuMask.set(span[1][cpu], sibling);
            span[2][cpu] = clusterLevel && machine.inCluster(cpu) ? machine.clusterSpan(cpu) : span[1][cpu];
            span[LLC][cpu] = machine.llcSpan(cpu);
            for (int level = NODE; level < levels; level++) {
                int most = level == NODE ? NodeDistances.LOCAL : distance[level - NODE - 1];
                long[] reached = span[level - 1][cpu].clone(); // a domain holds its child, whatever the distances say
                for (int c = 0; c < cpus; c++)
                    if (distances.between(t.node()[cpu], t.node()[c]) <= most) CpuMask.set(reached, c);
                span[level][cpu] = reached;
            }
            for (int level = 0; level < levels; level++) weight[level][cpu] = CpuMask.weight(span[level][cpu]);
        }
    }

    /** CPUs in the domain of {@code cpu} at {@code level}. */
    int weight(int level, int cpu) {
        return weight[level][cpu];
    }

    /** The CPUs of that domain. Read only. */
    long[] span(int level, int cpu) {
        return span[level][cpu];
    }

    /** Whether {@code b} is in the domain of {@code a} at {@code level}. */
    boolean together(int level, int a, int b) {
        return CpuMask.has(span[level][a], b);
    }

    /** The widest domain of {@code cpu} that forks and execs may use, or 0. */
    int highest(int cpu) {
        return narrower(cpu, Integer.MAX_VALUE);
    }

    /** The widest of them that has fewer CPUs than {@code than}, or 0. */
    int narrower(int cpu, int than) {
        int level = levels - 1;
        while (level > 0 && !(exists(level, cpu) && balancesForks(level) && weight[level][cpu] < than)) level--;
        return level;
    }

    private boolean exists(int level, int cpu) {
        return weight[level][cpu] > weight[level - 1][cpu];
    }

    /** SD_BALANCE_FORK and SD_BALANCE_EXEC, which {@code sd_init()} takes from domains of far nodes. */
    private boolean balancesForks(int level) {
        return level <= NODE || distance[level - NODE - 1] <= reclaim;
    }

    /**
     * The group of {@code member} in the domain of {@code cpu} at {@code level}: what the member has one level below, as long as that is
     * within the domain (commit 585b6d2723dc).
     */
    long[] group(int level, int cpu, int member) {
        int below = level - 1;
        while (below > 0 && !CpuMask.within(span[below][member], span[level][cpu])) below--;
        return span[below][member];
    }

    /**
     * {@code imb_numa_nr}: of the first domain above the LLC the number of its LLCs, or a part of its CPUs if it is but one LLC; and as many
     * times that as a domain is wider than the first across nodes. All of this is before domains are dropped.
     *
     * @param oneLlcShift the part, as a shift
     * @param least the least of the first domain
     */
    int imbNumaNr(int level, int cpu, int oneLlcShift, int least) {
        int llcs = weight[NODE][cpu] / weight[LLC][cpu];
        int imbalance = Math.max(least, llcs == 1 ? weight[NODE][cpu] >> oneLlcShift : llcs);
        int firstAcross = weight[Math.min(NODE + 1, levels - 1)][cpu];
        return imbalance * Math.max(1, weight[level][cpu] / firstAcross);
    }
}
