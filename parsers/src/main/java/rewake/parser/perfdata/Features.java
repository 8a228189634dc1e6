package rewake.parser.perfdata;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the feature sections say; null or empty where a section is absent or damaged.
 *
 * @param release {@code uname -r}
 * @param version of perf
 * @param cpusAvailable CPUs present, 0 where not known
 * @param cmdline the recording command with its arguments
 * @param eventNames name of the event that owns an id, for the first id of each event
 * @param times when samples can have been taken
 * @param end where the sections end by their table, be that in the file or beyond
 */
record Features(
        @Nullable String hostname,
        @Nullable String release,
        @Nullable String version,
        @Nullable String arch,
        int cpusAvailable,
        @Nullable List<String> cmdline,
        Map<Long, String> eventNames,
        @Nullable CpuTopology topology,
        @Nullable List<NumaNode> nodes,
        @Nullable List<Cache> caches,
        TimeWindow times,
        TracingData tracing,
        long end) {}
