package rewake.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One side of a comparison: a trace, or several repeats of one run.
 *
 * @param label what it is called
 * @param repeats at least one
 */
public record DiffSide(String label, List<DiffRepeat> repeats) {
    /** Copies the list. */
    public DiffSide {
        repeats = List.copyOf(repeats);
    }

    Sample sample(String scope) {
        return new Sample(repeats.stream().map(r -> r.scope(scope)).toList());
    }

    Missing missing(String scope) {
        return repeats.stream()
                .map(r -> Missing.of(r.stats(), r.coverage(), r.scope(scope)))
                .reduce(Missing::with)
                .orElseThrow();
    }

    boolean has(String scope) {
        return repeats.stream().anyMatch(r -> r.has(scope));
    }

    /** Why a metric is not told, or null. */
    @Nullable
    String whyNot(Metric metric) {
        for (DiffRepeat repeat : repeats) {
            String why = metric.whyNot(repeat.facts());
            if (why != null) return why;
        }
        return null;
    }

    int[] blockCounts() {
        return repeats.stream().mapToInt(DiffRepeat::blockCount).toArray();
    }

    /** Names and how often their tasks were woken or switched to. */
    public Map<String, Long> weights() {
        var weights = new TreeMap<String, Long>();
        for (DiffRepeat repeat : repeats)
            for (int comm = 1; comm < repeat.comms().size(); comm++) {
                long weight = repeat.blocks().weight(comm);
                if (weight > 0) weights.merge(repeat.comms().text(comm), weight, Long::sum);
            }
        return weights;
    }

    /** All names that tasks had when something was counted of them. */
    public Set<String> names() {
        var names = new TreeSet<String>();
        for (DiffRepeat repeat : repeats)
            for (int comm = 1; comm < repeat.comms().size(); comm++)
                if (repeat.blocks().has(comm)) names.add(repeat.comms().text(comm));
        return names;
    }

    /** One line: files, kernels, machines, how long, and how the blocks are. */
    public String line() {
        var parts = new ArrayList<String>();
        for (DiffRepeat r : repeats)
            parts.add(String.format(
                    java.util.Locale.ROOT,
                    "%s (%s, %s, %.3f ms, %d blocks of %.3f ms)",
                    r.name(),
                    r.facts().kernelRelease() == null
                            ? "kernel not told"
                            : r.facts().kernelRelease(),
                    r.facts().topology().summary(),
                    r.blocks().windowNs() / 1e6,
                    r.blockCount(),
                    r.blockNs() / 1e6));
        return label + ": " + parts.stream().collect(Collectors.joining("; "));
    }
}
