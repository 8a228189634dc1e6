package rewake.cli;

import java.io.IOException;
import java.util.BitSet;

/** CPU lists as the kernel and perf write them: {@code 0-3,8,10-11}. */
final class CpuList {
    private static final int MAX_CPUS = 65_536;

    private CpuList() {}

    /**
     * The CPUs of a list; none for an empty text.
     *
     * @throws IOException where it is no list, or names CPUs beyond 65535
     */
    static BitSet parse(String list) throws IOException {
        var set = new BitSet();
        if (list.isBlank()) return set;
        for (String part : list.strip().split(",", -1)) {
            String[] ends = part.strip().split("-", 2);
            int from = cpu(ends[0], list);
            int to = ends.length == 1 ? from : cpu(ends[1], list);
            if (to < from) throw new IOException("'" + list + "' is no CPU list: " + part + " runs backwards");
            set.set(from, to + 1);
        }
        return set;
    }

    private static int cpu(String number, String list) throws IOException {
        try {
            int cpu = Integer.parseInt(number.strip());
            if (cpu >= 0 && cpu < MAX_CPUS) return cpu;
        } catch (NumberFormatException _) {
            // said below
        }
        throw new IOException("'" + list + "' is no CPU list such as 0,2-5");
    }
}
