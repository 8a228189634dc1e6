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
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.observe.Coverage;
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
        tree.put("traces", traces);
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
     * A file that was read.
     *
     * @param path as the user gave it
     * @param crc32c of the whole file, in hex
     * @param sha256 of the whole file, or null where not asked for
     * @param census first and last event by the file's own clock
     * @param offsetNs what was added to its times
     */
    public record Trace(
            String path,
            long bytes,
            @Nullable String crc32c,
            @Nullable String sha256,
            TraceFacts facts,
            Census census,
            long offsetNs) {
        private Map<String, @Nullable Object> tree() {
            var tree = new LinkedHashMap<String, @Nullable Object>();
            tree.put("path", path);
            tree.put("bytes", bytes);
            tree.put("crc32c", crc32c);
            tree.put("sha256", sha256);
            tree.put("format", facts.format());
            tree.put("kernel_release", facts.kernelRelease());
            tree.put("recorder", facts.recorder());
            tree.put("cpus", (long) facts.cpus());
            tree.put("topology", facts.topology().summary());
            tree.put("clock", facts.clock());
            tree.put("clock_domain", facts.clockDomain());
            tree.put("clock_unknown", InfoTables.whyNoClock(facts));
            tree.put("ts_offset_ns", offsetNs);
            boolean any = census.total() > 0;
            tree.put("window_start_ns", any ? (Long) (census.windowStartNs() + offsetNs) : null);
            tree.put("window_end_ns", any ? (Long) (census.windowEndNs() + offsetNs) : null);
            tree.put("events", census.total());
            return tree;
        }
    }

    /** One more file that was read; windows are on the timeline of all. */
    public Evidence trace(Trace trace) {
        traces.add(trace.tree());
        return this;
    }

    /** What the trace of this number, from 0, alone had lost or odd. */
    public Evidence lossesOf(int trace, ImportStats stats) {
        traces.get(trace).put("losses", rows(stats));
        return this;
    }

    /** Where the topology came from; of several traces that are read each on its own: null where they differ. */
    public Evidence topology(Topology topology) {
        Object before = tree.put("topology_source", topology.source());
        if (before != null && !before.equals(topology.source())) tree.put("topology_source", null);
        return this;
    }

    /** How many files were added. */
    public int traces() {
        return traces.size();
    }

    /**
     * What was lost or odd; called again, it adds.
     *
     * @param trace whose it is, where others are read each on its own; null where there is one timeline
     */
    public Evidence losses(@Nullable String trace, ImportStats stats) {
        for (Map<String, @Nullable Object> row : rows(stats)) {
            if (trace != null) row.put("trace", trace);
            losses.add(row);
        }
        tree.put("losses", losses);
        return this;
    }

    private static List<Map<String, @Nullable Object>> rows(ImportStats stats) {
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        for (ImportStats.Entry entry : stats.entries()) {
            var row = new LinkedHashMap<String, @Nullable Object>();
            row.put("stat", entry.stat().id());
            row.put("severity", entry.stat().severity().id());
            row.put("cpu", entry.cpu() < 0 ? null : (Long) (long) entry.cpu());
            row.put("count", entry.count());
            row.put("advice", entry.stat().advice());
            rows.add(row);
        }
        return rows;
    }

    /** How much of the busy CPU time the recorder took, or null where that is not known. */
    public Evidence recorderShare(@Nullable Double share) {
        tree.put("recorder_share", share);
        return this;
    }

    /** How much of the CPU time of the window is known; the share is null where the window is empty. */
    public Evidence coverage(Coverage coverage) {
        var row = new LinkedHashMap<String, @Nullable Object>();
        row.put("share", coverage.share());
        row.put("known_ns", coverage.knownNs());
        row.put("unknown_ns", coverage.unknownNs());
        row.put("window_ns", coverage.windowNs());
        row.put("cpus", (long) coverage.cpus());
        tree.put("coverage", row);
        return this;
    }

    /** One line for the head of a result: how much of the CPU time is known. */
    public static String coverageLine(Coverage coverage) {
        if (coverage.share() == null) return "Coverage: none, the window is empty";
        return String.format(
                java.util.Locale.ROOT,
                "Coverage: %s %% of the CPU time of %d CPUs over %.3f ms is known",
                Columns.percent("share", "share").text(coverage.share()),
                coverage.cpus(),
                coverage.windowNs() / 1e6);
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
