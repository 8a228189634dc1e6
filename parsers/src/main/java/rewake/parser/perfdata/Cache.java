package rewake.parser.perfdata;

import java.util.ArrayList;
import java.util.List;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * One cache of the CACHE feature.
 *
 * @param level 1, 2, 3
 * @param type {@code Data}, {@code Instruction}, {@code Unified}
 * @param cpus who shares it
 */
record Cache(long level, String type, int[] cpus) {
    /** Whether it holds data. */
    boolean holdsData() {
        return !type.equals("Instruction");
    }

    static List<Cache> readAll(Section s) throws TraceFormatException {
        long version = s.u32();
        if (version != 1) throw s.damaged("caches of version " + version + ", expected 1");
        int n = s.count(28);
        var caches = new ArrayList<Cache>();
        for (int i = 0; i < n; i++) {
            long level = s.u32();
            s.take(12);
            String type = s.string();
            s.string();
            caches.add(new Cache(level, type, CpuList.read(s)));
        }
        return List.copyOf(caches);
    }
}
