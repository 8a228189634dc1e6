package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Topology;

/**
 * Puts {@link Topology} together from the CPU_TOPOLOGY, CACHE and NUMA_TOPOLOGY features. Cores are the kernel's thread
 * siblings; the LLC of a CPU is its highest cache, as for the kernel's {@code sd_llc}; a cluster is its L2. Whatever is
 * missing is taken from the next best source, and the source text says so.
 */
final class MachineTopology {
    private static final int UNSET = -1;

    private final int cpus;
    private final Features features;
    private final List<String> guesses = new ArrayList<>();

    private MachineTopology(int cpus, Features features) {
        this.cpus = cpus;
        this.features = features;
    }

    static Topology of(int cpus, Features features) {
        if (features.topology() == null && features.caches() == null && features.nodes() == null)
            return Topology.flat(cpus, "assumed flat");
        return new MachineTopology(cpus, features).build();
    }

    private Topology build() {
        int[] core = cores();
        int[] llc = lastLevelCaches(core);
        int[] node = nodes();
        int[] cluster = secondLevelCaches(core);
        String source = "perf.data features" + (guesses.isEmpty() ? "" : "; " + String.join(", ", guesses));
        return Topology.of(source, core, cluster, llc, node);
    }

    /** Thread siblings; CPUs outside of them (old perf) by socket, die and core id; the rest are cores of their own. */
    private int[] cores() {
        int[] core = unset();
        CpuTopology topology = features.topology();
        if (topology == null) {
            guesses.add("cores by first-level cache");
            label(core, caches(1));
            return alone(core);
        }
        label(core, topology.threads());
        var first = new HashMap<CoreKey, Integer>();
        for (int cpu = 0; cpu < Math.min(cpus, topology.core().length); cpu++) {
            if (topology.core()[cpu] < 0) continue;
            var key = new CoreKey(topology.socket()[cpu], topology.die()[cpu], topology.core()[cpu]);
            if (core[cpu] == UNSET) core[cpu] = first.getOrDefault(key, cpu);
            first.putIfAbsent(key, core[cpu]);
        }
        return alone(core);
    }

    /** A core id counts within its die only. */
    private record CoreKey(int socket, int die, int core) {}

    private int[] lastLevelCaches(int[] core) {
        int[] llc = unset();
        List<Cache> caches = features.caches();
        if (caches != null && !caches.isEmpty()) {
            long[] level = new long[cpus];
            for (Cache cache : caches) {
                if (!cache.holdsData() || cache.cpus().length == 0) continue;
                for (int cpu : cache.cpus()) {
                    if (cpu >= cpus || cache.level() <= level[cpu]) continue;
                    level[cpu] = cache.level();
                    llc[cpu] = cache.cpus()[0];
                }
            }
            return orOf(llc, core);
        }
        CpuTopology topology = features.topology();
        if (topology != null) {
            guesses.add(topology.dies().isEmpty() ? "LLC by socket" : "LLC by die");
            label(llc, topology.dies().isEmpty() ? topology.packages() : topology.dies());
        } else guesses.add("one LLC");
        return orOf(llc, topology == null ? new int[cpus] : core);
    }

    private int @Nullable [] secondLevelCaches(int[] core) {
        if (features.caches() == null) return null;
        int[] cluster = unset();
        label(cluster, caches(2));
        return orOf(cluster, core);
    }

    private int[] nodes() {
        int[] node = unset();
        List<NumaNode> nodes = features.nodes();
        if (nodes == null) guesses.add("one node");
        else label(node, nodes.stream().map(NumaNode::cpus).toList());
        return orOf(node, new int[cpus]);
    }

    private List<int[]> caches(int level) {
        List<Cache> caches = features.caches();
        if (caches == null) return List.of();
        return caches.stream()
                .filter(c -> c.level() == level && c.holdsData())
                .map(Cache::cpus)
                .toList();
    }

    /** Gives each CPU of a set the set's first CPU as label; the first set that names a CPU wins. */
    private void label(int[] labels, List<int[]> sets) {
        for (int[] set : sets) for (int cpu : set) if (cpu < cpus && labels[cpu] == UNSET) labels[cpu] = set[0];
    }

    private int[] unset() {
        int[] labels = new int[cpus];
        Arrays.fill(labels, UNSET);
        return labels;
    }

    private static int[] alone(int[] labels) {
        for (int cpu = 0; cpu < labels.length; cpu++) if (labels[cpu] == UNSET) labels[cpu] = cpu;
        return labels;
    }

    private static int[] orOf(int[] labels, int[] other) {
        for (int cpu = 0; cpu < labels.length; cpu++) if (labels[cpu] == UNSET) labels[cpu] = other[cpu];
        return labels;
    }
}
