package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.number;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.Topology;
import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;
import rewake.observe.queue.CpuQueue;
import rewake.observe.queue.Mobility;
import rewake.observe.queue.QueueWatch;
import rewake.observe.queue.Scope;
import rewake.observe.queue.WorkConservation;
import rewake.report.Table;

/** Run queues of CPUs that share something: tables {@code domains} and {@code violations} of {@code rewake queues}. */
public final class DomainTables {
    private static final List<Scope> SUMMED = List.of(Scope.CLUSTER, Scope.LLC, Scope.NODE, Scope.ALL);

    private static final int[] PERCENTILES = {50, 99};

    private final QueueWatch watch;
    private final Topology topology;
    private final Selection selection;
    private final ImportStats stats;
    private final boolean lossy;
    private final QueueBounds bounds;

    /** Tables of what was watched on this machine. */
    public DomainTables(QueueWatch watch, Topology topology, Selection selection, ImportStats stats) {
        this.watch = watch;
        this.topology = topology;
        this.selection = selection;
        this.stats = stats;
        lossy = watch.coverage().unknownNs() > 0;
        bounds = new QueueBounds(watch, stats);
    }

    /** Lengths and waits summed per cluster, LLC and node, and over all CPUs. */
    public Table domains() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Scope scope : SUMMED) {
            if (!scope.on(topology)) continue;
            for (int id = 0; id < scope.count(topology); id++) {
                List<Integer> cpus = cpus(scope, id);
                if (!cpus.isEmpty()) rows.add(new Sum(cpus).row(scope, id));
            }
        }
        var columns = new ArrayList<>(List.of(
                text("scope", "Scope"),
                count("id", "Id"),
                count("cpus", "CPUs"),
                number("mean_length", "Mean length"),
                shownIf(bounds.missing(), number("mean_length_low", "low")),
                shownIf(bounds.missing(), number("mean_length_high", "high")),
                detail(number("mean_waiting", "Mean waiting")),
                percent("busy_share", "Busy %"),
                shownIf(lossy, percent("busy_share_low", "low %")),
                shownIf(lossy, percent("busy_share_high", "high %")),
                detail(percent("max_share", "Busiest CPU %")),
                detail(number("busy_cv", "Busy CV")),
                detail(number("length_cv", "Length CV")),
                count("waits", "Waits"),
                detail(ms("wait_sum_ns", "Wait sum ms")),
                detail(ms("wait_p50_ns", "p50 ms")),
                ms("wait_p99_ns", "p99 ms"),
                ms("wait_max_ns", "Max ms"),
                ms("violation_ns", "Violated ms"),
                shownIf(lossy, percent("coverage", "Coverage %"))));
        columns.addAll(BoundColumns.of("waits", "wait_", bounds.missing(), PERCENTILES));
        return Table.of("domains", "Run queues by who shares what", columns, rows)
                .withNotes(bounds.notes())
                .withNotes(List.of(
                        "mean length is the sum over the CPUs, mean waiting that sum less the running tasks; busiest CPU is its"
                                + " share of the domain's busy time (even: 1 / CPUs), CV the standard deviation over the CPUs by"
                                + " their mean"));
    }

    private List<Integer> cpus(Scope scope, int id) {
        int[] domain = scope.of(topology);
        var cpus = new ArrayList<Integer>();
        for (int cpu = 0; cpu < domain.length; cpu++) if (domain[cpu] == id && selection.cpu(cpu)) cpus.add(cpu);
        return cpus;
    }

    /** The CPUs of one domain, added up. */
    private final class Sum {
        private final int cpus;
        private double length;
        private @Nullable Double lengthLow = 0.0;
        private @Nullable Double lengthHigh = 0.0;
        private double waiting;
        private long busyNs;
        private long mostBusyNs;
        private long knownNs;
        private final List<Double> busyShares = new ArrayList<>();
        private final List<Double> lengths = new ArrayList<>();
        private final LatencyHistogram waits = new LatencyHistogram();

        Sum(List<Integer> cpus) {
            this.cpus = cpus.size();
            for (int cpu : cpus) add(cpu);
        }

        private void add(int cpu) {
            CpuQueue queue = watch.queue(cpu);
            waits.add(watch.waits(cpu));
            lengthLow = sum(lengthLow, bounds.lengthLow(queue));
            lengthHigh = sum(lengthHigh, bounds.lengthHigh(queue));
            long known = queue.knownNs();
            if (known == 0) return;
            knownNs += known;
            busyNs += queue.busyNs();
            mostBusyNs = Math.max(mostBusyNs, queue.busyNs());
            double mean = queue.taskNs() / known;
            length += mean;
            waiting += (queue.taskNs() - queue.busyNs()) / known;
            lengths.add(mean);
            busyShares.add((double) queue.busyNs() / known);
        }

        @Nullable
        Object[] row(Scope scope, int id) {
            long all = watch.coverage().windowNs() * cpus;
            WorkConservation conservation = watch.queues().conservation(scope);
            var cells = new ArrayList<@Nullable Object>(Arrays.asList(new @Nullable Object[] {
                scope.id(),
                (long) id,
                (long) cpus,
                knownNs == 0 ? null : (Double) length,
                lengthLow,
                lengthHigh,
                knownNs == 0 ? null : (Double) waiting,
                share(busyNs, knownNs),
                share(busyNs, all),
                share(busyNs + all - knownNs, all),
                share(mostBusyNs, busyNs),
                variation(busyShares),
                variation(lengths),
                waits.count(),
                waits.sumNs(),
                QueueTables.percentile(waits, 0.5),
                QueueTables.percentile(waits, 0.99),
                QueueTables.percentile(waits, 1),
                conservation == null ? null : (Long) conservation.totalNs(Mobility.FREE, id),
                share(knownNs, all)
            }));
            cells.addAll(BoundColumns.cells(bounds.waits(waits), PERCENTILES));
            return cells.toArray();
        }
    }

    private static @Nullable Double sum(@Nullable Double a, @Nullable Double b) {
        return a == null || b == null ? null : (Double) (a + b);
    }

    /** The coefficient of variation, of all CPUs and not of a sample of them; null where the mean is 0. */
    static @Nullable Double variation(List<Double> values) {
        double mean = values.stream().mapToDouble(v -> v).average().orElse(0);
        if (mean == 0) return null;
        double squares =
                values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / values.size()) / mean;
    }

    /** Idle CPUs beside waiting tasks, by how near they were. */
    public Table violations() {
        var rows = new ArrayList<@Nullable Object[]>();
        var notes = new ArrayList<String>();
        notes.add(
                "a violation: a CPU is idle (no task queued, no wake-up on its way) while a CPU of the same scope has a task more"
                        + " than the one it runs or is about to run; counted per domain of the scope, somewhere is the share of the"
                        + " window in which any domain had one, wasted the CPU time that idle CPUs could have given");
        notes.add(
                "kernel threads bound to their CPU by name (kworker/N:, ksoftirqd/N, migration/N and the like) do not count as"
                        + " waiting; with them: any_*; only tasks seen on more than one CPU by then, which surely may move: moved_*."
                        + " Affinities of other tasks are in no event");
        long silent = stats.total(ImportStat.CPU_SILENT);
        if (silent > 0)
            notes.add(
                    silent + " CPUs without any event are taken as idle; leave them out with -C if they were offline");
        if (lossy)
            notes.add(
                    "low and high of the total: CPU time that is not known taken as free of violations and as nothing else; how"
                            + " many it hides or cuts has no bound");
        for (Scope scope : Scope.values()) {
            WorkConservation of = watch.queues().conservation(scope);
            if (of == null) notes.add(scope.id() + ": " + whyNot(scope));
            rows.add(of == null ? unknown(scope) : violation(scope, of));
        }
        return Table.of("violations", "Idle CPUs while tasks waited", columns(), rows)
                .withNotes(notes);
    }

    private List<rewake.report.Column> columns() {
        return List.of(
                text("scope", "Scope"),
                count("count", "Count"),
                shownIf(lossy, count("count_low", "low")),
                shownIf(lossy, count("count_high", "high")),
                ms("total_ns", "Total ms"),
                shownIf(lossy, ms("total_low_ns", "low ms")),
                shownIf(lossy, ms("total_high_ns", "high ms")),
                detail(ms("p50_ns", "p50 ms")),
                ms("p99_ns", "p99 ms"),
                ms("max_ns", "Max ms"),
                count("over_1ms_count", "Over 1 ms"),
                detail(ms("over_1ms_ns", "Their sum ms")),
                percent("somewhere_share", "Somewhere %"),
                ms("wasted_ns", "Wasted CPU ms"),
                detail(count("moved_count", "Moved count")),
                detail(ms("moved_ns", "Moved ms")),
                detail(count("any_count", "Any count")),
                detail(ms("any_ns", "Any ms")));
    }

    private @Nullable Object[] unknown(Scope scope) {
        var row = new @Nullable Object[columns().size()];
        row[0] = scope.id();
        return row;
    }

    private String whyNot(Scope scope) {
        if (topology.source().equals(Topology.ASSUMED_FLAT))
            return "unknown, who shares what is not in the trace; give --topology";
        return scope == Scope.SMT ? "this machine has no SMT" : "this machine has no clusters";
    }

    private @Nullable Object[] violation(Scope scope, WorkConservation of) {
        LatencyHistogram lengths = of.lengths(Mobility.FREE);
        long total = 0;
        long low = 0;
        long high = 0;
        for (int id = 0; id < of.domains(); id++) {
            long ns = of.totalNs(Mobility.FREE, id);
            long unknown = unknownNs(scope, id);
            total += ns;
            low += Math.max(0, ns - unknown);
            high += Math.min(watch.coverage().windowNs(), ns + unknown);
        }
        boolean incomplete = lossy || new LostEvents(stats).any();
        return new @Nullable Object[] {
            scope.id(),
            lengths.count(),
            incomplete ? null : (Long) lengths.count(),
            incomplete ? null : (Long) lengths.count(),
            total,
            low,
            high,
            QueueTables.percentile(lengths, 0.5),
            QueueTables.percentile(lengths, 0.99),
            QueueTables.percentile(lengths, 1),
            of.longCount(),
            of.longNs(),
            share(of.somewhereNs(), watch.coverage().windowNs()),
            of.wastedNs(),
            of.lengths(Mobility.MOVED).count(),
            of.lengths(Mobility.MOVED).sumNs(),
            of.lengths(Mobility.ANY).count(),
            of.lengths(Mobility.ANY).sumNs()
        };
    }

    private long unknownNs(Scope scope, int id) {
        long ns = 0;
        for (int cpu : cpus(scope, id))
            ns += watch.coverage().windowNs() - watch.coverage().knownNs(cpu);
        return ns;
    }
}
