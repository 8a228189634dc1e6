package rewake.store;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.Topology;
import rewake.event.TraceFacts;

/** What several files say about the run that they all recorded, and whether they can have recorded one run. */
public final class JoinedFacts {
    private JoinedFacts() {}

    /**
     * Why files cannot be one trace and what to do, or null where they can: kernel, host and machine must agree where two
     * files tell them, and so must the clocks of all files for which no offset was given.
     */
    public static @Nullable String whyNot(List<TraceSource> sources) {
        String differ = differ(sources, "kernels", TraceFacts::kernelRelease);
        if (differ == null) differ = differ(sources, "hosts", TraceFacts::hostname);
        if (differ == null) differ = differ(sources, "architectures", TraceFacts::arch);
        if (differ == null) differ = machines(sources);
        return differ != null ? differ : clocks(sources);
    }

    private static @Nullable String differ(
            List<TraceSource> sources, String what, Function<TraceFacts, @Nullable String> fact) {
        TraceSource first = null;
        for (TraceSource source : sources) {
            String value = fact.apply(source.reader().facts());
            if (value == null) continue;
            if (first == null) first = source;
            String firstValue = fact.apply(first.reader().facts());
            if (!value.equals(firstValue))
                return "different " + what + " are not one trace: " + first.name() + " is of " + firstValue + ", "
                        + source.name() + " of " + value + "; give files of one run";
        }
        return null;
    }

    private static @Nullable String machines(List<TraceSource> sources) {
        TraceSource teller = null;
        for (TraceSource source : sources) {
            if (!told(source)) continue;
            if (teller == null) teller = source;
            if (!topology(teller).sharesLike(topology(source)))
                return "different machines are not one trace: " + teller.name() + " has "
                        + topology(teller).summary() + ", " + source.name() + " "
                        + topology(source).summary() + ", or the same otherwise shared; give files of one run";
        }
        if (teller == null) return null;
        for (TraceSource source : sources)
            if (source.reader().facts().cpus() > topology(teller).cpus())
                return "different machines are not one trace: " + teller.name() + " has "
                        + topology(teller).cpus() + " CPUs, " + source.name() + " "
                        + source.reader().facts().cpus() + "; give files of one run";
        return null;
    }

    private static @Nullable String clocks(List<TraceSource> sources) {
        TraceSource first = null;
        for (TraceSource source : sources) {
            if (source.offset() != null) continue;
            if (first == null) first = source;
            TraceFacts a = first.reader().facts();
            TraceFacts b = source.reader().facts();
            if (Objects.equals(a.clockDomain(), b.clockDomain())
                    && (a.clock() != null || a.format().equals(b.format()))) continue;
            return "clocks differ: " + clock(first) + ", " + clock(source)
                    + "; say what to add to the times of one: --ts-offset " + source.name()
                    + "=SECONDS (0 if they are one clock)";
        }
        return null;
    }

    private static String clock(TraceSource source) {
        TraceFacts facts = source.reader().facts();
        return source.name() + (facts.clock() == null ? " does not name its own" : " has " + facts.clock());
    }

    /** Whether files that do not name their clock were taken to have one and the same. */
    static boolean unnamedClock(List<TraceSource> sources) {
        return sources.stream()
                        .filter(s -> s.offset() == null && s.reader().facts().clock() == null)
                        .count()
                > 1;
    }

    /** The joined facts; {@link #whyNot} is null. */
    static TraceFacts of(List<TraceSource> sources) {
        List<TraceFacts> all = sources.stream().map(s -> s.reader().facts()).toList();
        int cpus = all.stream().mapToInt(TraceFacts::cpus).max().orElse(1);
        Topology topology = sources.stream()
                .filter(JoinedFacts::told)
                .map(JoinedFacts::topology)
                .findFirst()
                .orElse(Topology.flat(cpus, Topology.ASSUMED_FLAT));
        boolean anySwitches = all.stream().anyMatch(f -> f.records(EventKind.SWITCH));
        boolean systemWide = all.stream()
                .filter(f -> !anySwitches || f.records(EventKind.SWITCH))
                .allMatch(TraceFacts::systemWide);
        return new TraceFacts(
                Objects.requireNonNull(joined(all, TraceFacts::format)),
                first(all, TraceFacts::kernelRelease),
                joined(all, TraceFacts::recorder),
                first(all, TraceFacts::hostname),
                first(all, TraceFacts::arch),
                cpus,
                clockOf(sources),
                topology,
                List.copyOf(all.stream()
                        .flatMap(f -> f.tracepoints().stream())
                        .collect(Collectors.toCollection(LinkedHashSet::new))),
                first(all, TraceFacts::cmdline),
                systemWide);
    }

    /** The clock of the timeline is that of a file whose times are as recorded, else what was made of one. */
    private static @Nullable String clockOf(List<TraceSource> sources) {
        String shifted = null;
        for (TraceSource source : sources) {
            String clock = source.reader().facts().clock();
            if (clock == null) continue;
            if (source.offsetNs() == 0) return clock;
            if (shifted == null)
                shifted = clock + (source.offsetNs() < 0 ? " - " : " + ") + Math.abs(source.offsetNs()) + " ns";
        }
        return shifted;
    }

    private static @Nullable String first(List<TraceFacts> all, Function<TraceFacts, @Nullable String> fact) {
        for (TraceFacts facts : all) {
            String value = fact.apply(facts);
            if (value != null) return value;
        }
        return null;
    }

    private static @Nullable String joined(List<TraceFacts> all, Function<TraceFacts, @Nullable String> fact) {
        var values = new LinkedHashSet<String>();
        for (TraceFacts facts : all) {
            String value = fact.apply(facts);
            if (value != null) values.add(value);
        }
        return values.isEmpty() ? null : String.join(" + ", values);
    }

    private static Topology topology(TraceSource source) {
        return source.reader().facts().topology();
    }

    private static boolean told(TraceSource source) {
        return !topology(source).source().equals(Topology.ASSUMED_FLAT);
    }
}
