package rewake.cli;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rewake.catalogue.Formats;
import rewake.catalogue.UsageException;
import rewake.event.Topology;
import rewake.parser.TraceReader;

/** {@code rewake topology}: the machine of a trace, as the JSON that {@code --topology} takes. */
@Command(
        name = "topology",
        description = "Prints which CPUs share what, of a trace or of a copy of /sys/devices/system, as the JSON that"
                + " --topology takes.",
        mixinStandardHelpOptions = true)
final class TopologyCommand implements Callable<Integer> {
    @Mixin
    private OneInput input = new OneInput();

    @Option(
            names = "--sysfs",
            paramLabel = "DIR",
            description =
                    "read a machine's /sys/devices/system, or a copy of its cpu and node folders, instead of a trace")
    private @Nullable Path sysfs;

    @Override
    public Integer call() throws Exception {
        var printer = new DefaultPrettyPrinter().withArrayIndenter(new DefaultIndenter("  ", "\n"));
        String json = new ObjectMapper().writer(printer).writeValueAsString(tree(topology()));
        System.out.println(json);
        return System.out.checkError() ? Terminal.lostOutput() : 0;
    }

    private Topology topology() throws IOException {
        if (sysfs != null && input.given())
            throw new UsageException("--sysfs takes the place of a trace; give one of the two");
        if (sysfs != null) return SysfsTopology.read(sysfs);
        try (TraceReader reader = Formats.open(input.file())) {
            return reader.facts().topology();
        }
    }

    private static Map<String, Object> tree(Topology topology) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("version", 1);
        tree.put("source", topology.source());
        tree.put("smt", lists(topology.core()));
        if (topology.hasClusters()) tree.put("clusters", lists(topology.cluster()));
        var llcs = new ArrayList<Map<String, Object>>();
        for (String cpus : lists(topology.llc())) llcs.add(Map.of("cpus", cpus));
        tree.put("llc", llcs);
        tree.put("nodes", nodes(topology));
        if (distances(topology))
            tree.put("node_reclaim_distance", topology.nodeDistances().reclaim());
        return tree;
    }

    /** Distances that are only assumed are not printed: read back, they would count as told. */
    private static boolean distances(Topology topology) {
        return topology.nodeDistances().known() && topology.nodeDistances().table().length > 1;
    }

    private static List<Map<String, Object>> nodes(Topology topology) {
        var out = new ArrayList<Map<String, Object>>();
        List<String> lists = lists(topology.node());
        for (int id = 0; id < lists.size(); id++) {
            var node = new LinkedHashMap<String, Object>();
            node.put("node", id);
            node.put("cpus", lists.get(id));
            if (distances(topology))
                node.put("distances", topology.nodeDistances().table()[id]);
            out.add(node);
        }
        return out;
    }

    /** The CPUs of each id as a list such as {@code 0-3,8}. */
    private static List<String> lists(int[] ids) {
        var out = new ArrayList<String>();
        for (int id = 0, cpus = 0; cpus < ids.length; id++) {
            var list = new StringBuilder();
            for (int cpu = 0; cpu < ids.length; cpu++) {
                if (ids[cpu] != id) continue;
                int last = cpu;
                while (last + 1 < ids.length && ids[last + 1] == id) last++;
                if (!list.isEmpty()) list.append(',');
                list.append(cpu);
                if (last > cpu) list.append('-').append(last);
                cpus += last - cpu + 1;
                cpu = last;
            }
            out.add(list.toString());
        }
        return out;
    }
}
