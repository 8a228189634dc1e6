package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.flag;
import static rewake.measure.Columns.seconds;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.report.Table;

/** The tables of {@code rewake info}. */
public final class InfoTables {
    private InfoTables() {}

    /** Tables {@code events}, {@code cpus} and {@code abilities}. */
    public static List<Table> of(TraceFacts facts, Census census, ImportStats stats) {
        return List.of(events(facts, census), cpus(facts.topology(), census, stats), abilities(facts, census));
    }

    private static Table events(TraceFacts facts, Census census) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (EventKind kind : EventKind.values()) {
            String name = kind.tracepoint().isEmpty()
                    ? "(side band) " + kind.name().toLowerCase(java.util.Locale.ROOT)
                    : kind.tracepoint();
            if (census.count(kind) > 0 || (!kind.tracepoint().isEmpty() && facts.records(kind)))
                rows.add(new @Nullable Object[] {name, census.count(kind)});
        }
        rows.sort(Comparator.comparingLong((@Nullable Object[] r) -> r[1] instanceof Long n ? -n : 0));
        return Table.of("events", "Events", List.of(text("event", "Event"), count("count", "Count")), rows);
    }

    private static Table cpus(Topology topology, Census census, ImportStats stats) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (int cpu = 0; cpu < topology.cpus(); cpu++) {
            boolean seen = census.onCpu(cpu) > 0;
            long lost = stats.onCpu(ImportStat.EVENTS_LOST, cpu) + stats.onCpu(ImportStat.SAMPLES_LOST, cpu);
            rows.add(new @Nullable Object[] {
                (long) cpu,
                (long) topology.core()[cpu],
                topology.hasClusters() ? (Long) (long) topology.cluster()[cpu] : null,
                (long) topology.llc()[cpu],
                (long) topology.node()[cpu],
                seen ? (Long) census.firstNs(cpu) : null,
                seen ? (Long) census.lastNs(cpu) : null,
                census.onCpu(cpu),
                lost
            });
        }
        return Table.of(
                "cpus",
                "CPUs",
                List.of(
                        count("cpu", "CPU"),
                        count("core", "Core"),
                        count("cluster", "Cluster"),
                        count("llc", "LLC"),
                        count("node", "Node"),
                        seconds("first_ns", "First event s"),
                        seconds("last_ns", "Last event s"),
                        count("events", "Events"),
                        count("lost", "Lost")),
                rows);
    }

    private static Table abilities(TraceFacts facts, Census census) {
        var rows = new ArrayList<@Nullable Object[]>();
        rows.add(new @Nullable Object[] {"info", true, null});
        for (String command : List.of("latency", "queues", "timehist", "map", "diff"))
            rows.add(ability(command, whyNoLatency(facts, census)));
        rows.add(ability("migrations", whyNoMigrations(facts, census)));
        rows.add(ability("chains", whyNoChains(facts, census)));
        String whyNot = whyNoWhatif(facts, census);
        for (String command : List.of("whatif", "fidelity", "explain"))
            rows.add(
                    new @Nullable Object[] {command, whyNot == null, whyNot == null ? whatWhatifLacks(facts) : whyNot});
        rows.add(pelt(facts, census, whyNot));
        return Table.of(
                "abilities",
                "What can be done with it",
                List.of(text("command", "Command"), flag("possible", "Possible"), text("reason", "Reason")),
                rows);
    }

    private static @Nullable Object[] pelt(TraceFacts facts, Census census, @Nullable String whyNot) {
        boolean queues = census.count(EventKind.PELT_CFS) > 0;
        if (whyNot != null && queues)
            return new @Nullable Object[] {
                "pelt", true, "writes of tg->load_avg only, from recorded run queues: " + whyNot
            };
        boolean groups = queues || facts.records(EventKind.CGROUP_ATTACH_TASK);
        String lacks = groups ? null : "no events tell task groups: give --cgroups";
        return new @Nullable Object[] {"pelt", whyNot == null, whyNot == null ? lacks : whyNot};
    }

    private static @Nullable Object[] ability(String command, @Nullable String reason) {
        return new @Nullable Object[] {command, reason == null, reason};
    }

    /** What the user should add for a what-if to be worth its numbers, or null where the trace says it all. */
    private static @Nullable String whatWhatifLacks(TraceFacts facts) {
        var lacks = new ArrayList<String>();
        String topology = assumedTopology(facts);
        if (topology != null) lacks.add(topology);
        if (facts.kernelRelease() == null) lacks.add("the kernel is not in the trace; name it with --kernel");
        return lacks.isEmpty() ? null : String.join("; ", lacks);
    }

    /** Why the clock of a trace is not known, or null where it is. */
    public static @Nullable String whyNoClock(TraceFacts facts) {
        return facts.clock() == null ? "the " + facts.format() + " does not name its clock" : null;
    }

    /** What is taken for the machine where the trace does not say it, or null where it does. */
    public static @Nullable String assumedTopology(TraceFacts facts) {
        return facts.topology().source().equals(Topology.ASSUMED_FLAT)
                ? "who shares what is not in the trace: one LLC without SMT is assumed; give --topology"
                : null;
    }

    /** Why delays cannot be measured, or null where they can. */
    public static @Nullable String whyNoLatency(TraceFacts facts, Census census) {
        if (census.count(EventKind.SWITCH) == 0) return "no sched_switch events: record with perf sched record";
        return null;
    }

    /** Why moves cannot be counted, or null where they can. */
    public static @Nullable String whyNoMigrations(TraceFacts facts, Census census) {
        if (!facts.records(EventKind.MIGRATE_TASK))
            return "sched_migrate_task was not recorded: record with perf sched record";
        return whyNoLatency(facts, census);
    }

    /** Why it cannot be told who waited for whom, or null where it can. */
    public static @Nullable String whyNoChains(TraceFacts facts, Census census) {
        if (census.count(EventKind.SWITCH) == 0) return "no sched_switch events: record with perf sched record";
        if (census.count(EventKind.WAKING) + census.count(EventKind.WAKEUP) == 0)
            return "no sched_waking events: without them nobody knows who woke whom";
        return null;
    }

    /** Why wake-ups cannot be judged, or null where they can. */
    public static @Nullable String whyNoWhatif(TraceFacts facts, Census census) {
        if (census.count(EventKind.SWITCH) == 0) return "no sched_switch events: record with perf sched record";
        if (census.count(EventKind.WAKING) == 0)
            return "no sched_waking events: without them nobody knows who woke whom from where";
        if (!facts.records(EventKind.MIGRATE_TASK))
            return "sched_migrate_task was not recorded: where a wake-up went is not known";
        if (!facts.systemWide())
            return "only some tasks were recorded: what other CPUs ran is not known; record with -a";
        return null;
    }
}
