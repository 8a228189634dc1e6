package rewake.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.replay.Inferred;

/**
 * Where the numbers of a report come from and how far they can be trusted: the header of every output. Keys are stable
 * within {@link #SCHEMA_VERSION}; what does not apply to a command is null or empty.
 */
public final class Evidence {
    /** Version of all machine-readable names. */
    public static final long SCHEMA_VERSION = 1;

    private final Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> traces = new ArrayList<>();
    private final List<Map<String, @Nullable Object>> losses = new ArrayList<>();

    /** The header of one run of {@code command}. */
    public Evidence(String toolVersion, String command) {
        tree.put("tool_version", toolVersion);
        tree.put("schema_version", SCHEMA_VERSION);
        tree.put("command", command);
        tree.put("traces", List.of());
        tree.put("kernel_model", null);
        tree.put("patches", List.of());
        tree.put("topology_source", null);
        tree.put("recorder_share", null);
        tree.put("losses", List.of());
        tree.put("seed", null);
        tree.put("copied", List.of());
        tree.put("modelled", List.of());
        tree.put("inferred", List.of());
        tree.put("fidelity", null);
        tree.put("skill", null);
        tree.put("claim", null);
    }

    /**
     * A trace that was read; called again for each further one, which adds it and leaves the source of the topology open
     * where they differ.
     *
     * @param path as the user gave it
     * @param crc32c of the whole file, in hex
     * @param sha256 of the whole file, or null where not asked for
     * @param census first and last event
     */
    public Evidence trace(
            String path,
            long bytes,
            @Nullable String crc32c,
            @Nullable String sha256,
            TraceFacts facts,
            Census census) {
        var trace = new LinkedHashMap<String, @Nullable Object>();
        trace.put("path", path);
        trace.put("bytes", bytes);
        trace.put("crc32c", crc32c);
        trace.put("sha256", sha256);
        trace.put("format", facts.format());
        trace.put("kernel_release", facts.kernelRelease());
        trace.put("recorder", facts.recorder());
        trace.put("cpus", (long) facts.cpus());
        trace.put("topology", facts.topology().summary());
        trace.put("clock", facts.clock());
        boolean any = census.total() > 0;
        trace.put("window_start_ns", any ? (Long) census.windowStartNs() : null);
        trace.put("window_end_ns", any ? (Long) census.windowEndNs() : null);
        trace.put("events", census.total());
        traces.add(trace);
        tree.put("traces", List.copyOf(traces));
        String source = facts.topology().source();
        tree.put("topology_source", traces.size() == 1 || source.equals(tree.get("topology_source")) ? source : null);
        return this;
    }

    /** What was lost or odd in the trace that was added last. */
    public Evidence losses(ImportStats stats) {
        for (ImportStats.Entry entry : stats.entries()) {
            var row = new LinkedHashMap<String, @Nullable Object>();
            if (traces.size() > 1) row.put("trace", traces.getLast().get("path"));
            row.put("stat", entry.stat().id());
            row.put("severity", entry.stat().severity().id());
            row.put("cpu", entry.cpu() < 0 ? null : (Long) (long) entry.cpu());
            row.put("count", entry.count());
            row.put("advice", entry.stat().advice());
            losses.add(row);
        }
        tree.put("losses", List.copyOf(losses));
        return this;
    }

    /** How much of the busy CPU time the recorder took, or null where that is not known. */
    public Evidence recorderShare(@Nullable Double share) {
        tree.put("recorder_share", share);
        return this;
    }

    /** Which model and patches were asked. */
    public Evidence model(String kernelModel, List<String> patches) {
        tree.put("kernel_model", kernelModel);
        tree.put("patches", List.copyOf(patches));
        return this;
    }

    /** What is copied from the trace and what is modelled. */
    public Evidence kinds(List<String> copied, List<String> modelled) {
        tree.put("copied", List.copyOf(copied));
        tree.put("modelled", List.copyOf(modelled));
        return this;
    }

    /** What was worked out though the trace does not say it. */
    public Evidence inferred(List<Inferred> inferred) {
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        for (Inferred one : inferred) {
            var row = new LinkedHashMap<String, @Nullable Object>();
            row.put("unknown", one.unknown());
            row.put("share", one.share());
            rows.add(row);
        }
        tree.put("inferred", rows);
        return this;
    }

    /** How well the recorded kernel's own model decides, and what that supports. */
    public Evidence trust(@Nullable Double fidelity, @Nullable Double skill, String claim) {
        tree.put("fidelity", fidelity);
        tree.put("skill", skill);
        tree.put("claim", claim);
        return this;
    }

    /** Any further fact, under a name of its own. */
    public Evidence note(String key, @Nullable Object value) {
        tree.put(key, value);
        return this;
    }

    /** The tree, in stable order. */
    public Map<String, @Nullable Object> tree() {
        return tree;
    }

    /**
     * What stands at the head of every result: a line for each loss or error, summed over CPUs, the worst first; what is
     * merely worth knowing in one line.
     */
    public static List<String> lossLines(ImportStats stats) {
        var sums = new EnumMap<ImportStat, Long>(ImportStat.class);
        for (ImportStats.Entry entry : stats.entries()) sums.merge(entry.stat(), entry.count(), Long::sum);
        var lines = new ArrayList<String>();
        sums.entrySet().stream()
                .filter(e -> e.getKey().severity() != ImportStat.Severity.INFO)
                .sorted(Comparator.comparingInt(e -> -e.getKey().severity().ordinal()))
                .map(e -> e.getKey().severity().id() + ": " + e.getKey().id() + " " + e.getValue() + ": "
                        + e.getKey().advice())
                .forEach(lines::add);
        String info = sums.entrySet().stream()
                .filter(e -> e.getKey().severity() == ImportStat.Severity.INFO)
                .map(e -> e.getKey().id() + " " + e.getValue())
                .collect(Collectors.joining(", "));
        if (!info.isEmpty()) lines.add("info: " + info);
        return lines;
    }
}
