package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * The CPU_TOPOLOGY feature. Ids are −1 where the file does not say (old perf, offline CPU).
 *
 * @param packages sets of CPUs of one package
 * @param threads sets of CPUs of one core
 * @param dies sets of CPUs of one die
 * @param core core id by CPU, unique within a die of a socket only
 * @param socket socket id by CPU
 * @param die die id by CPU
 */
record CpuTopology(List<int[]> packages, List<int[]> threads, List<int[]> dies, int[] core, int[] socket, int[] die) {
    /** Reads what the section has: the two lists, then ids, then dies were added over the years. */
    static CpuTopology read(Section s, int cpus) throws TraceFormatException {
        List<int[]> packages = cpuLists(s);
        List<int[]> threads = cpuLists(s);
        int[] core = unknown(cpus);
        int[] socket = unknown(cpus);
        int[] die = unknown(cpus);
        List<int[]> dies = List.of();
        if (s.left() >= 8L * cpus) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                core[cpu] = s.i32();
                socket[cpu] = s.i32();
            }
        }
        if (s.left() >= 4) dies = cpuLists(s);
        if (s.left() >= 4L * cpus) for (int cpu = 0; cpu < cpus; cpu++) die[cpu] = s.i32();
        return new CpuTopology(packages, threads, dies, core, socket, die);
    }

    /** Whether the section has ids, of as many CPUs as it was said to. */
    boolean hasIds() {
        return Arrays.stream(core).anyMatch(id -> id >= 0);
    }

    private static int[] unknown(int cpus) {
        int[] ids = new int[cpus];
        Arrays.fill(ids, -1);
        return ids;
    }

    private static List<int[]> cpuLists(Section s) throws TraceFormatException {
        int n = s.count(4);
        var lists = new ArrayList<int[]>();
        for (int i = 0; i < n; i++) lists.add(CpuList.read(s));
        return List.copyOf(lists);
    }
}
