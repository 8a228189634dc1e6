package rewake.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rewake.event.NodeDistances;
import rewake.event.Topology;

/**
 * Who shares what, from {@code /sys/devices/system} or a copy of it: {@code cpu/cpuN/topology/core_cpus_list} (older:
 * {@code thread_siblings_list}), {@code cluster_cpus_list}, the {@code shared_cpu_list} of the highest cache level, and
 * {@code node/nodeN/cpulist} and {@code distance}. Offline CPUs have no such files and stand alone.
 *
 * <p>Source: Documentation/admin-guide/cputopology.rst, Documentation/ABI/testing/sysfs-devices-system-cpu.
 */
final class SysfsTopology {
    private final Path cpuFolder;
    private final int cpus;

    private SysfsTopology(Path cpuFolder, int cpus) {
        this.cpuFolder = cpuFolder;
        this.cpus = cpus;
    }

    /** Reads {@code folder}, which has folders {@code cpu} and {@code node}, or is the one called cpu. */
    static Topology read(Path folder) throws IOException {
        Path cpuFolder = Files.isDirectory(folder.resolve("cpu")) ? folder.resolve("cpu") : folder;
        int cpus = count(cpuFolder);
        if (cpus == 0) throw new IOException(folder + ": no cpu0 in it; give /sys/devices/system or a copy");
        var sysfs = new SysfsTopology(cpuFolder, cpus);
        int[] core = sysfs.groups(List.of("topology/core_cpus_list", "topology/thread_siblings_list"));
        int[] cluster = sysfs.groups(List.of("topology/cluster_cpus_list"));
        int[] node = sysfs.nodes(folder.resolve("node"));
        Topology topology =
                Topology.of(folder.toString(), core, Arrays.equals(cluster, core) ? null : cluster, sysfs.llc(), node);
        return distances(folder.resolve("node"), topology, node);
    }

    private static int count(Path cpuFolder) throws IOException {
        if (!Files.isDirectory(cpuFolder)) throw new IOException(cpuFolder + ": no such folder");
        int highest = -1;
        try (Stream<Path> entries = Files.list(cpuFolder)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = entry.getFileName().toString();
                if (name.matches("cpu[0-9]{1,5}")) highest = Math.max(highest, Integer.parseInt(name.substring(3)));
            }
        }
        return highest + 1;
    }

    /** The group of a CPU is named by its first CPU; a CPU without the file is alone. */
    private int[] groups(List<String> files) throws IOException {
        int[] ids = new int[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            ids[cpu] = cpu;
            for (String file : files) {
                String list = text(cpuFolder.resolve("cpu" + cpu).resolve(file));
                if (list == null) continue;
                ids[cpu] = first(list, cpu);
                break;
            }
        }
        return ids;
    }

    private int[] llc() throws IOException {
        int[] ids = new int[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            ids[cpu] = cpu;
            long best = -1;
            for (int index = 0; index < 16; index++) {
                Path cache = cpuFolder.resolve("cpu" + cpu).resolve("cache/index" + index);
                String level = text(cache.resolve("level"));
                String list = text(cache.resolve("shared_cpu_list"));
                if (level == null || list == null || "Instruction".equals(text(cache.resolve("type")))) continue;
                if (Long.parseLong(level) > best) {
                    best = Long.parseLong(level);
                    ids[cpu] = first(list, cpu);
                }
            }
        }
        return ids;
    }

    private int[] nodes(Path folder) throws IOException {
        int[] ids = new int[cpus];
        if (!Files.isDirectory(folder)) return ids;
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = entry.getFileName().toString();
                String list = name.matches("node[0-9]{1,5}") ? text(entry.resolve("cpulist")) : null;
                if (list == null) continue;
                BitSet members = CpuList.parse(list);
                for (int cpu = members.nextSetBit(0); cpu >= 0 && cpu < cpus; cpu = members.nextSetBit(cpu + 1))
                    ids[cpu] = Integer.parseInt(name.substring(4));
            }
        }
        return ids;
    }

    /** A line of distances has one of each node that is online, in the order of their numbers. */
    private static Topology distances(Path folder, Topology topology, int[] node) throws IOException {
        var rows = new TreeMap<Integer, String>();
        if (!Files.isDirectory(folder)) return topology;
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = entry.getFileName().toString();
                if (!name.matches("node[0-9]{1,5}")) continue;
                String line = text(entry.resolve("distance"));
                if (line == null) return topology;
                rows.put(Integer.parseInt(name.substring(4)), line);
            }
        }
        int[] rowOf = new int[node.length];
        for (int cpu = 0; cpu < node.length; cpu++) {
            if (!rows.containsKey(node[cpu])) return topology;
            rowOf[cpu] = rows.headMap(node[cpu]).size();
        }
        try {
            int[][] table = rows.values().stream()
                    .map(line -> Stream.of(line.split("\\s+", -1))
                            .mapToInt(Integer::parseInt)
                            .toArray())
                    .toArray(int[][]::new);
            var distances = new NodeDistances(table, NodeDistances.RECLAIM, true);
            return topology.withNodeDistances(distances.picked(rowOf, topology));
        } catch (IllegalArgumentException e) {
            throw new IOException(folder + ": not the distances of nodes: " + e.getMessage(), e);
        }
    }

    private static int first(String list, int otherwise) throws IOException {
        int cpu = CpuList.parse(list).nextSetBit(0);
        return cpu < 0 ? otherwise : cpu;
    }

    private static @Nullable String text(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readString(file).strip() : null;
    }
}
