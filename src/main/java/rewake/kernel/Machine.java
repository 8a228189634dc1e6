package rewake.kernel;

import org.jspecify.annotations.Nullable;
import rewake.event.Topology;

/**
 * Scheduling domains of a machine, derived from its {@link Topology} as the kernel builds them: SMT, cluster, LLC and
 * NUMA levels, with levels that equal their child dropped.
 *
 * <p>Source: {@code kernel/sched/topology.c}; imbalance percentages of {@code sd_init()}; that of domains beyond the LLC
 * depends on the kernel and is {@link WakeAffine#farImbalancePct()}.
 */
public final class Machine {
    private final Topology topology;
    private final long[][] llcSpan;
    private final int[][] siblings;
    private final long[][] clusterSpan;
    private final boolean[] inCluster;
    private final int[] shareId;
    private final int[] llcWeight;
    private final int[] llc;
    private final int llcs;
    private final boolean smt;
    private final @Nullable Domains[] domains = new @Nullable Domains[2];

    /** The domains of {@code topology}. */
    public Machine(Topology topology) {
        this.topology = topology;
        int n = topology.cpus();
        llc = topology.llc();
        int most = 0;
        for (int id : llc) most = Math.max(most, id);
        llcs = most + 1;
        llcSpan = spans(topology.llc());
        clusterSpan = spans(topology.cluster());
        siblings = new int[n][];
        int[] core = topology.core();
        for (int cpu = 0; cpu < n; cpu++) {
            int own = core[cpu];
            siblings[cpu] = java.util.stream.IntStream.range(0, n)
                    .filter(c -> core[c] == own)
                    .toArray();
        }
        smt = topology.hasSmt();
        llcWeight = new int[n];
        inCluster = new boolean[n];
        shareId = new int[n];
        for (int cpu = 0; cpu < n; cpu++) {
            llcWeight[cpu] = CpuMask.weight(llcSpan[cpu]);
            int cluster = CpuMask.weight(clusterSpan[cpu]);
            inCluster[cpu] = topology.hasClusters() && cluster > siblings[cpu].length && cluster < llcWeight[cpu];
            shareId[cpu] = CpuMask.next(inCluster[cpu] ? clusterSpan[cpu] : llcSpan[cpu], 0);
        }
    }

    /** The domains of each CPU, with or without a level for clusters; made when first asked for. */
    Domains domains(boolean clusterLevel) {
        int which = clusterLevel ? 1 : 0;
        Domains made = domains[which];
        if (made == null) {
            made = new Domains(this, clusterLevel);
            domains[which] = made;
        }
        return made;
    }

    /** Who shares what. */
    public Topology topology() {
        return topology;
    }

    /** Number of CPUs. */
    public int cpus() {
        return siblings.length;
    }

    /** {@code sched_smt_active()}: some core has several CPUs. */
    public boolean smtActive() {
        return smt;
    }

    /** {@code sched_cluster_active}: some domain stands strictly between core and LLC. */
    public boolean clusterActive() {
        return topology.hasClusters();
    }

    /** LLC id of {@code cpu} ({@code sd_llc_id}, dense). */
    public int llc(int cpu) {
        return llc[cpu];
    }

    /** Number of LLCs. */
    public int llcs() {
        return llcs;
    }

    /** CPUs under the LLC of {@code cpu}. Read only. */
    public long[] llcSpan(int cpu) {
        return llcSpan[cpu];
    }

    /** {@code sd_llc_size}. */
    public int llcWeight(int cpu) {
        return llcWeight[cpu];
    }

    /** {@code sd_llc_size} of the widest LLC. */
    public int widestLlc() {
        int widest = 1;
        for (int weight : llcWeight) widest = Math.max(widest, weight);
        return widest;
    }

    /** CPUs of the cluster of {@code cpu}; the LLC's where there are no clusters. Read only. */
    public long[] clusterSpan(int cpu) {
        return clusterSpan[cpu];
    }

    /** Whether {@code cpu} has a cluster level of its own: wider than its core, narrower than its LLC. */
    public boolean inCluster(int cpu) {
        return inCluster[cpu];
    }

    /** Hardware threads of the core of {@code cpu}, itself included, ascending. Read only. */
    public int[] siblings(int cpu) {
        return siblings[cpu];
    }

    /** CPUs of the widest core: 1 without SMT. */
    public int widestCore() {
        int widest = 1;
        for (int[] core : siblings) widest = Math.max(widest, core.length);
        return widest;
    }

    /** {@code cpus_share_cache()}. */
    public boolean shareLlc(int a, int b) {
        return llc[a] == llc[b];
    }

    /**
     * {@code cpus_share_resources()}: equal {@code sd_share_id}, which is the first CPU of the cluster, or of the LLC for a
     * CPU without a cluster level (so on a hybrid machine such CPUs count as near to the LLC's first cluster).
     */
    public boolean shareResources(int a, int b) {
        return shareId[a] == shareId[b];
    }

    /** {@code imbalance_pct} of the lowest domain of {@code a} that contains {@code b}, under one LLC: 110 for SMT, else 117. */
    public int imbalancePct(int a, int b) {
        return a != b && topology.core()[a] == topology.core()[b] ? 110 : 117;
    }

    /** {@code imbalance_pct} of the LLC domain of {@code cpu}: 110 where the LLC is one SMT core, else 117. */
    public int llcImbalancePct(int cpu) {
        return siblings[cpu].length > 1 && siblings[cpu].length == llcWeight(cpu) ? 110 : 117;
    }

    private static long[][] spans(int[] ids) {
        int n = ids.length;
        long[][] byId = new long[n][];
        long[][] out = new long[n][];
        for (int cpu = 0; cpu < n; cpu++) {
            if (byId[ids[cpu]] == null) byId[ids[cpu]] = CpuMask.empty(n);
            CpuMask.set(byId[ids[cpu]], cpu);
        }
        for (int cpu = 0; cpu < n; cpu++) out[cpu] = byId[ids[cpu]];
        return out;
    }
}
