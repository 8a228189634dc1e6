package rewake.parser.perfscript;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rewake.event.Topology;

/**
 * The machine as {@code perf script --header -I} describes it:
 *
 * <pre>
 * # sibling sockets : 0-7
 * # sibling dies    : 0-7
 * # sibling threads : 0,4
 * # CPU cache info:
 * #  L2 Unified         4096K [0-3]
 * #  L3 Unified        16384K [0-7]
 * # node0 cpu list : 0-7
 * </pre>
 *
 * <p>Cores are the kernel's thread siblings; the LLC of a CPU is its highest cache, a cluster its L2.
 */
final class PerfTopology {
    private static final Pattern SIBLINGS = Pattern.compile("^# sibling (sockets|dies|threads) *: (\\S+)\\s*$");
    private static final Pattern CACHE =
            Pattern.compile("^# +L(\\d) (Data|Unified|Instruction) +\\S+ \\[(\\S+)\\]\\s*$");
    private static final Pattern NODE = Pattern.compile("^# node(\\d{1,5}) cpu list *: (\\S+)\\s*$");
    private static final int UNSET = -1;
    private static final int CPU_MAX = 65_535;

    private final List<int[]> sockets = new ArrayList<>();
    private final List<int[]> dies = new ArrayList<>();
    private final List<int[]> threads = new ArrayList<>();
    private final List<int[]> nodes = new ArrayList<>();
    private final List<Level> caches = new ArrayList<>();

    /** One cache. */
    private record Level(int level, int[] cpus) {}

    void line(String line) {
        Matcher m = SIBLINGS.matcher(line);
        if (m.matches()) {
            List<int[]> sets = switch (m.group(1)) {
                case "sockets" -> sockets;
                case "dies" -> dies;
                default -> threads;
            };
            add(sets, m.group(2));
            return;
        }
        m = NODE.matcher(line);
        if (m.matches()) {
            add(nodes, m.group(2));
            return;
        }
        m = CACHE.matcher(line);
        if (!m.matches() || m.group(2).equals("Instruction")) return;
        int[] cpus = cpus(m.group(3));
        if (cpus.length > 0) caches.add(new Level(Integer.parseInt(m.group(1)), cpus));
    }

    /** The topology of {@code cpus} CPUs, or null where the header has none. */
    @Nullable
    Topology of(int cpus) {
        if (cpus == 0 || (threads.isEmpty() && caches.isEmpty() && nodes.isEmpty())) return null;
        List<String> guesses = new ArrayList<>();
        int[] core = orAlone(labels(cpus, threads));
        int[] llc = labels(cpus, List.of());
        int[] cluster = null;
        if (caches.isEmpty()) {
            guesses.add(dies.isEmpty() ? "LLC by socket" : "LLC by die");
            llc = labels(cpus, dies.isEmpty() ? sockets : dies);
        } else {
            for (Level cache : sorted()) for (int cpu : cache.cpus()) if (cpu < cpus) llc[cpu] = cache.cpus()[0];
            cluster = or(
                    labels(
                            cpus,
                            caches.stream()
                                    .filter(c -> c.level() == 2)
                                    .map(Level::cpus)
                                    .toList()),
                    core);
        }
        if (nodes.isEmpty()) guesses.add("one node");
        int[] node = or(labels(cpus, nodes), new int[cpus]);
        String source = "perf script header" + (guesses.isEmpty() ? "" : "; " + String.join(", ", guesses));
        return Topology.of(source, core, cluster, or(llc, core), node);
    }

    /** The highest level last, so that it wins. */
    private List<Level> sorted() {
        return caches.stream()
                .sorted((a, b) -> Integer.compare(a.level(), b.level()))
                .toList();
    }

    private static int[] labels(int cpus, List<int[]> sets) {
        int[] labels = new int[cpus];
        Arrays.fill(labels, UNSET);
        for (int[] set : sets) for (int cpu : set) if (cpu < cpus && labels[cpu] == UNSET) labels[cpu] = set[0];
        return labels;
    }

    private static int[] or(int[] labels, int[] other) {
        for (int cpu = 0; cpu < labels.length; cpu++) if (labels[cpu] == UNSET) labels[cpu] = other[cpu];
        return labels;
    }

    private static int[] orAlone(int[] labels) {
        for (int cpu = 0; cpu < labels.length; cpu++) if (labels[cpu] == UNSET) labels[cpu] = cpu;
        return labels;
    }

    private static void add(List<int[]> sets, String list) {
        int[] cpus = cpus(list);
        if (cpus.length > 0) sets.add(cpus);
    }

    /** {@code 0-3,8}; empty where it is no such list. */
    private static int[] cpus(String list) {
        var cpus = new BitSet();
        for (String part : list.split(",", -1)) {
            if (!part.matches("\\d{1,5}(-\\d{1,5})?")) return new int[0];
            int dash = part.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
            if (last < first || last > CPU_MAX) return new int[0];
            cpus.set(first, last + 1);
        }
        return cpus.stream().toArray();
    }
}
