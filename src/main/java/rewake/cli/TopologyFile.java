package rewake.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import rewake.event.NodeDistances;
import rewake.event.Topology;
import rewake.event.TraceFacts;

/**
 * A topology given as JSON, which wins over what the trace says. Keys, all optional but the CPUs: {@code cpus} (objects with
 * {@code cpu, core, cluster, die, socket, node, llc}), and groups as CPU lists: {@code smt} and {@code clusters} (lists of
 * {@code "0-3"}), {@code llc} and {@code nodes} (objects with {@code cpus}). A group list wins over the ids per CPU; unknown
 * keys are ignored. A core id is unique within its socket and die, as in sysfs.
 *
 * <p>How far apart nodes are: {@code distances} of each of {@code nodes}, a number for each of them in the order of the list, as
 * {@code /sys/devices/system/node/nodeN/distance} has it; and {@code node_reclaim_distance} beside {@code nodes}, 30 where it is
 * missing (the kernel has 32 on AMD Zen). Without {@code distances} they are assumed.
 */
final class TopologyFile {
    private static final int MAX_CPUS = 65_536;

    private final Path file;
    private final JsonNode root;
    private final int cpus;

    private TopologyFile(Path file, JsonNode root, int cpus) {
        this.file = file;
        this.root = root;
        this.cpus = cpus;
    }

    /** The facts with the topology of {@code file}. */
    static TraceFacts over(TraceFacts facts, Path file) throws IOException {
        JsonNode root = JsonFile.read(file);
        int described = 1 + highest(file, root);
        boolean counted = !facts.topology().source().equals(Topology.ASSUMED_FLAT);
        if (described < facts.cpus() || (counted && described > facts.cpus()))
            throw new IOException(file + ": describes " + described + " CPUs, the trace has " + facts.cpus()
                    + "; is it another machine?");
        return facts.withTopology(new TopologyFile(file, root, described).topology());
    }

    /** The highest CPU that any key names. A trace that does not count its CPUs may have seen fewer. */
    private static int highest(Path file, JsonNode root) throws IOException {
        var everything = new TopologyFile(file, root, MAX_CPUS);
        int highest = -1;
        for (JsonNode row : root.path("cpus"))
            highest = Math.max(highest, row.path("cpu").asInt(-1));
        for (String key : new String[] {"smt", "clusters", "llc", "nodes"})
            for (JsonNode group : root.path(key)) {
                JsonNode list = group.isObject() ? group.path("cpus") : group;
                highest = Math.max(highest, everything.members(list, key).length() - 1);
            }
        return highest;
    }

    private Topology topology() throws IOException {
        int[] core = perCpu("core", true);
        int[] cluster = perCpu("cluster", false);
        int[] llc = perCpu("llc", false);
        int[] node = perCpu("node", false);
        boolean clusters = hasKey("cluster");
        groups("smt", core);
        if (root.has("clusters")) {
            clusters = true;
            groups("clusters", cluster);
        }
        groups("llc", llc);
        groups("nodes", node);
        within("core", core, "LLC", llc);
        if (clusters) {
            within("core", core, "cluster", cluster);
            within("cluster", cluster, "LLC", llc);
        }
        Topology topology = Topology.of(file.toString(), core, clusters ? cluster : null, llc, node);
        return distances(topology, node);
    }

    /** How far apart the listed nodes are, where that is told of them all. */
    private Topology distances(Topology topology, int[] node) throws IOException {
        JsonNode nodes = root.path("nodes");
        int reclaim = root.path("node_reclaim_distance").asInt(NodeDistances.RECLAIM);
        int told = 0;
        int[][] table = new int[nodes.size()][];
        for (int from = 0; from < table.length; from++) {
            JsonNode row = nodes.path(from).path("distances");
            if (row.isArray()) told++;
            table[from] = new int[row.size()];
            for (int to = 0; to < row.size(); to++)
                table[from][to] = row.path(to).asInt(-1);
        }
        if (told == 0)
            return topology.withNodeDistances(topology.nodeDistances().withReclaim(reclaim));
        if (told < table.length) throw bad("nodes: distances are given of some and not of others");
        for (int cpu = 0; cpu < cpus; cpu++) if (node[cpu] < 0) throw bad("nodes: CPU " + cpu + " is in none of them");
        try {
            return topology.withNodeDistances(new NodeDistances(table, reclaim, true).picked(node, topology));
        } catch (IllegalArgumentException e) {
            throw bad("nodes: " + e.getMessage());
        }
    }

    /** Ids from {@code cpus[]}; a CPU without one is alone in its core, and in the one LLC and node of all. */
    private int[] perCpu(String key, boolean ownByDefault) throws IOException {
        int[] ids = new int[cpus];
        if (ownByDefault) Arrays.setAll(ids, cpu -> -1 - cpu);
        for (JsonNode row : root.path("cpus")) {
            int cpu = row.path("cpu").asInt(-1);
            if (cpu < 0) throw bad("an entry of cpus has no cpu number");
            if (cpu >= cpus || !row.path(key).isInt()) continue;
            int id = row.path(key).intValue();
            boolean perSocket = key.equals("core") || key.equals("cluster");
            int socket = perSocket
                    ? row.path("socket").asInt(0) * 64 + row.path("die").asInt(0)
                    : 0;
            ids[cpu] = socket * MAX_CPUS + id;
        }
        return ids;
    }

    private boolean hasKey(String key) {
        for (JsonNode row : root.path("cpus")) if (row.path(key).isInt()) return true;
        return false;
    }

    /** Gives each listed group an id of its own, and every CPU outside all groups one as well. */
    private void groups(String key, int[] ids) throws IOException {
        if (!root.has(key)) return;
        Arrays.setAll(ids, cpu -> -1 - cpu);
        int id = 0;
        for (JsonNode group : root.path(key)) {
            JsonNode list = group.isObject() ? group.path("cpus") : group;
            BitSet members = members(list, key);
            for (int cpu = members.nextSetBit(0); cpu >= 0 && cpu < cpus; cpu = members.nextSetBit(cpu + 1)) {
                if (ids[cpu] >= 0) throw bad(key + ": CPU " + cpu + " is in two of them");
                ids[cpu] = id;
            }
            id++;
        }
    }

    /** A core does not reach over two clusters, nor either over two LLCs. (An LLC may over nodes.) */
    private void within(String small, int[] ids, String large, int[] of) throws IOException {
        var first = new HashMap<Integer, Integer>();
        for (int cpu = 0; cpu < cpus; cpu++) {
            Integer other = first.putIfAbsent(ids[cpu], cpu);
            if (other != null && of[other] != of[cpu])
                throw bad("CPUs " + other + " and " + cpu + " share a " + small + " but no " + large);
        }
    }

    private BitSet members(JsonNode list, String key) throws IOException {
        var set = new BitSet();
        if (list.isArray()) {
            for (JsonNode cpu : list) set.set(checked(cpu.asInt(-1), key));
            return set;
        }
        if (!list.isTextual()) throw bad(key + " holds CPU lists such as \"0-3,8\"");
        try {
            return CpuList.parse(list.asText());
        } catch (IOException e) {
            throw bad(key + ": " + e.getMessage());
        }
    }

    private int checked(int cpu, String key) throws IOException {
        if (cpu < 0 || cpu >= MAX_CPUS) throw bad(key + ": CPU " + cpu);
        return cpu;
    }

    private IOException bad(String trouble) {
        return new IOException(file + ": not a topology: " + trouble);
    }
}
