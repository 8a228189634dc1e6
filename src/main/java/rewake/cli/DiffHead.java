package rewake.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rewake.event.TraceFacts;
import rewake.measure.DiffRepeat;
import rewake.measure.DiffSide;
import rewake.measure.Evidence;

/** What a human should know of two sides before believing their difference. */
final class DiffHead {
    private DiffHead() {}

    static List<String> lines(DiffSide a, DiffSide b) {
        var lines = new ArrayList<>(List.of(a.line(), b.line()));
        differs(a, b, "kernels", TraceFacts::kernelRelease, lines);
        differs(a, b, "numbers of CPUs", TraceFacts::cpus, lines);
        differs(a, b, "topologies", f -> f.topology().summary(), lines);
        differs(a, b, "recorders", TraceFacts::recorder, lines);
        differs(a, b, "recorded events", f -> List.copyOf(new TreeSet<>(f.tracepoints())), lines);
        for (DiffSide side : List.of(a, b))
            for (DiffRepeat repeat : side.repeats()) {
                if (repeat.coverage().unknownNs() > 0)
                    lines.add(repeat.name() + ": " + Evidence.coverageLine(repeat.coverage()));
                if (repeat.correlated())
                    lines.add(repeat.name()
                            + ": what happens in neighbouring blocks still goes together, so intervals may be"
                            + " too narrow: the trace is short, or starts and ends in it; try --time 20%-80%");
            }
        return lines;
    }

    private static void differs(
            DiffSide a, DiffSide b, String what, Function<TraceFacts, @Nullable Object> fact, List<String> lines) {
        var values = new HashSet<Object>();
        for (DiffSide side : List.of(a, b))
            for (DiffRepeat repeat : side.repeats())
                values.add(Objects.requireNonNullElse(fact.apply(repeat.facts()), ""));
        if (values.size() > 1) lines.add("The " + what + " differ: so may what is compared");
    }

    /** All names of tasks on either side. */
    static Set<String> names(DiffSide a, DiffSide b) {
        var names = new TreeSet<>(a.names());
        names.addAll(b.names());
        return names;
    }

    /** The names that ran and were woken most, on both sides together. */
    static List<String> busiest(DiffSide a, DiffSide b, int most) {
        Map<String, Long> weights = new HashMap<>(a.weights());
        b.weights().forEach((name, weight) -> weights.merge(name, weight, Long::sum));
        return weights.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }

    static int cpus(DiffSide a, DiffSide b) {
        int cpus = 0;
        for (DiffSide side : List.of(a, b))
            for (DiffRepeat repeat : side.repeats())
                cpus = Math.max(cpus, repeat.facts().cpus());
        return cpus;
    }
}
