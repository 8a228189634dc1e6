package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.List;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * One node of the NUMA_TOPOLOGY feature.
 *
 * @param node the kernel's number
 * @param cpus its CPUs, none on a node of memory only
 */
record NumaNode(int node, int[] cpus) {
    static List<NumaNode> readAll(Section s) throws TraceFormatException {
        int n = s.count(24);
        var nodes = new ArrayList<NumaNode>();
        for (int i = 0; i < n; i++) {
            int node = s.i32();
            s.take(16);
            nodes.add(new NumaNode(node, CpuList.read(s)));
        }
        return List.copyOf(nodes);
    }
}
