package rewake.event;

import java.util.Arrays;
import java.util.HashMap;

/**
 * Which CPUs share what: the one owner of cpu → core, cluster, LLC, node. Ids are dense and numbered by the first CPU
 * that has them. A cluster is an L2 cache (or a kernel cluster) wider than a core and narrower than the LLC; on a machine
 * without any, every CPU's cluster id equals its LLC's and {@link #hasClusters()} is false.
 *
 * @param source where it came from, for the evidence header: {@code perf.data features}, a file, or {@code assumed flat}
 * @param core core id of each CPU
 * @param cluster cluster id of each CPU
 * @param llc last-level-cache id of each CPU
 * @param node NUMA node id of each CPU
 * @param hasClusters whether some level stands between core and LLC
 * @param nodeDistances how far apart the nodes are; assumed where nobody tells
 */
public record Topology(
        String source,
        int[] core,
        int[] cluster,
        int[] llc,
        int[] node,
        boolean hasClusters,
        NodeDistances nodeDistances) {
    /** Checks the shapes. */
    public Topology {
        int n = core.length;
        if (cluster.length != n || llc.length != n || node.length != n)
            throw new IllegalArgumentException("columns of a topology differ in length");
        if (nodeDistances.table().length != count(node))
            throw new IllegalArgumentException(
                    "distances of " + nodeDistances.table().length + " nodes, there are " + count(node));
    }

    /** The source of a topology that nothing told: then even the number of CPUs is only what was seen. */
    public static final String ASSUMED_FLAT = "assumed flat";

    /** A machine of {@code cpus} CPUs without SMT under one LLC: what is assumed where a trace says nothing. */
    public static Topology flat(int cpus, String source) {
        int[] core = new int[cpus];
        Arrays.setAll(core, c -> c);
        return new Topology(
                source,
                core,
                new int[cpus],
                new int[cpus],
                new int[cpus],
                false,
                NodeDistances.assumed(Math.min(1, cpus)));
    }

    /**
     * Builds a topology from any group labels (labels of different kinds may overlap); ids are made dense. Distances between nodes
     * are assumed.
     *
     * @param clusterOf label of the L2 group of each CPU, or {@code null} where there are no clusters
     */
    public static Topology of(
            String source,
            int[] coreOf,
            int @org.jspecify.annotations.Nullable [] clusterOf,
            int[] llcOf,
            int[] nodeOf) {
        int[] core = dense(coreOf);
        int[] llc = dense(llcOf);
        int[] cluster = clusterOf == null ? llc.clone() : dense(clusterOf);
        boolean clusters = clusterOf != null && !samePartition(cluster, core) && !samePartition(cluster, llc);
        int[] node = dense(nodeOf);
        return new Topology(
                source,
                core,
                clusters ? cluster : llc.clone(),
                llc,
                node,
                clusters,
                NodeDistances.assumed(Math.toIntExact(count(node))));
    }

    /** The same with nodes so far apart. */
    public Topology withNodeDistances(NodeDistances distances) {
        return new Topology(source, core, cluster, llc, node, hasClusters, distances);
    }

    /** Number of CPUs. */
    public int cpus() {
        return core.length;
    }

    /** Whether any core has more than one CPU. */
    public boolean hasSmt() {
        return Arrays.stream(core).distinct().count() < core.length;
    }

    /** How far apart two CPUs are. */
    public Distance distance(int a, int b) {
        if (a == b) return Distance.SAME;
        if (core[a] == core[b]) return Distance.SMT;
        if (hasClusters && cluster[a] == cluster[b]) return Distance.CLUSTER;
        if (llc[a] == llc[b]) return Distance.LLC;
        return node[a] == node[b] ? Distance.NODE : Distance.REMOTE;
    }

    /** One line: {@code 16 CPUs, 8 cores, 2 LLCs, 2 nodes}, and whether the distance of the nodes is assumed. */
    public String summary() {
        return cpus() + " CPUs, " + count(core) + " cores, "
                + (hasClusters ? count(cluster) + " clusters, " : "")
                + count(llc) + (count(llc) == 1 ? " LLC, " : " LLCs, ")
                + count(node) + (count(node) == 1 ? " node" : " nodes")
                + (nodeDistances.known() ? "" : " (distance " + NodeDistances.REMOTE + " assumed)");
    }

    /** Whether all that is told of both is the same. */
    public boolean sharesLike(Topology other) {
        return Arrays.equals(core, other.core)
                && Arrays.equals(cluster, other.cluster)
                && Arrays.equals(llc, other.llc)
                && Arrays.equals(node, other.node)
                && nodeDistances.same(other.nodeDistances);
    }

    private static long count(int[] ids) {
        return Arrays.stream(ids).distinct().count();
    }

    private static boolean samePartition(int[] a, int[] b) {
        return Arrays.equals(a, b);
    }

    private static int[] dense(int[] labels) {
        var ids = new HashMap<Integer, Integer>();
        int[] out = new int[labels.length];
        for (int i = 0; i < labels.length; i++) {
            int next = ids.size();
            out[i] = ids.computeIfAbsent(labels[i], _ -> next);
        }
        return out;
    }
}
