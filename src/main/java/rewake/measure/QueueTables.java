package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.number;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.seconds;
import static rewake.measure.Columns.share;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;
import rewake.observe.queue.CpuQueue;
import rewake.observe.queue.Interrupts;
import rewake.observe.queue.QueueWatch;
import rewake.report.Column;
import rewake.report.Table;

/** Length of run queues: tables {@code queues} and {@code queue_series} of {@code rewake queues}. */
public final class QueueTables {
    private static final List<String> NOTES = List.of(
            "length counts the running task and those that wait, as nr_running does; over the known time of each CPU, coverage"
                    + " is its share of the window",
            "a task that sleeps but was left on its queue (delayed dequeue, v6.12) does not count; waits are from the"
                    + " wake-up, fork or switch away to the run, counted on the CPU of the run");

    private QueueTables() {}

    /** One row a CPU. */
    public static Table queues(QueueWatch watch, TraceFacts facts, Selection selection, ImportStats stats) {
        var bounds = new QueueBounds(watch, stats);
        boolean lossy = bounds.missing();
        boolean hard = facts.records(EventKind.IRQ_ENTRY) && facts.records(EventKind.IRQ_EXIT);
        boolean soft = facts.records(EventKind.SOFTIRQ_ENTRY) && facts.records(EventKind.SOFTIRQ_EXIT);
        var rows = new ArrayList<@Nullable Object[]>();
        for (int cpu = 0; cpu < facts.cpus(); cpu++)
            if (selection.cpu(cpu)) rows.add(row(watch, cpu, hard, soft, bounds));
        return Table.of("queues", "Run queues", columns(lossy, hard || soft), rows)
                .withNotes(NOTES)
                .withNotes(bounds.notes());
    }

    private static List<Column> columns(boolean lossy, boolean irqs) {
        var columns = new ArrayList<Column>(List.of(
                count("cpu", "CPU"),
                number("mean_length", "Mean length"),
                shownIf(lossy, number("mean_length_low", "low")),
                shownIf(lossy, number("mean_length_high", "high")),
                count("p95_length", "p95"),
                count("max_length", "Max"),
                percent("busy_share", "Busy %"),
                shownIf(lossy, percent("busy_share_low", "low %")),
                shownIf(lossy, percent("busy_share_high", "high %")),
                count("waits", "Waits"),
                ms("wait_sum_ns", "Wait sum ms"),
                detail(ms("wait_p50_ns", "p50 ms")),
                detail(ms("wait_p95_ns", "p95 ms")),
                ms("wait_p99_ns", "p99 ms"),
                ms("wait_max_ns", "Max ms"),
                shownIf(irqs, detail(ms("hardirq_ns", "Hardirq ms"))),
                shownIf(irqs, detail(ms("softirq_ns", "Softirq ms"))),
                shownIf(irqs, ms("irq_stolen_ns", "Of tasks ms")),
                shownIf(lossy, percent("coverage", "Coverage %"))));
        columns.addAll(BoundColumns.of("waits", "wait_", lossy, QueueBounds.PERCENTILES));
        return columns;
    }

    private static @Nullable Object[] row(QueueWatch watch, int cpu, boolean hard, boolean soft, QueueBounds bounds) {
        CpuQueue queue = watch.queue(cpu);
        LatencyHistogram waits = watch.waits(cpu);
        Interrupts.Cpu irqs = watch.interrupts().cpu(cpu);
        long window = watch.coverage().windowNs();
        long known = queue.knownNs();
        Double mean = known == 0 ? null : (Double) (queue.taskNs() / known);
        var cells = new ArrayList<@Nullable Object>(Arrays.asList(new @Nullable Object[] {
            (long) cpu,
            mean,
            bounds.lengthLow(queue),
            bounds.lengthHigh(queue),
            known == 0 ? null : (Long) (long) queue.percentile(0.95),
            known == 0 ? null : (Long) (long) queue.max(),
            share(queue.busyNs(), known),
            share(queue.busyNs(), window),
            share(queue.busyNs() + window - known, window),
            waits.count(),
            waits.sumNs(),
            percentile(waits, 0.5),
            percentile(waits, 0.95),
            percentile(waits, 0.99),
            percentile(waits, 1),
            hard ? (Long) irqs.hardNs() : null,
            soft ? (Long) irqs.softNs() : null,
            hard || soft ? (Long) irqs.stolenNs() : null,
            watch.coverage().share(cpu)
        }));
        cells.addAll(BoundColumns.cells(bounds.waits(waits), QueueBounds.PERCENTILES));
        return cells.toArray();
    }

    /** A percentile, the longest of all at 1; null where nothing was measured. */
    static @Nullable Long percentile(LatencyHistogram of, double share) {
        if (of.count() == 0) return null;
        return share == 1 ? of.maxNs() : of.percentileNs(share);
    }

    /** Queued tasks and busy CPUs over time. */
    public static Table series(QueueWatch watch, ImportStats stats) {
        var rows = new ArrayList<@Nullable Object[]>();
        watch.queues()
                .series()
                .forEach((from, to, tasks, busy) -> rows.add(new @Nullable Object[] {from, to, tasks, busy}));
        return Table.of(
                        "queue_series",
                        "Run queues over time",
                        List.of(
                                seconds("start_ns", "From s"),
                                seconds("end_ns", "To s"),
                                number("tasks", "Tasks queued"),
                                number("busy_cpus", "CPUs busy")),
                        rows)
                .withNotes(new LostEvents(stats).unbounded());
    }

    /** What stood still behind interrupts: table {@code irqs}. */
    public static Table irqs(QueueWatch watch, TraceFacts facts, Comms comms, ImportStats stats) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (Interrupts.Source source : watch.interrupts().sources())
            rows.add(new @Nullable Object[] {
                source.hard() ? "hard" : "soft",
                (long) source.number(),
                source.hard() ? source.name() == 0 ? null : comms.text(source.name()) : softirq(source.number()),
                source.times().count(),
                source.times().sumNs(),
                percentile(source.times(), 0.5),
                percentile(source.times(), 0.99),
                percentile(source.times(), 1),
                source.stolenNs(),
                source.idleNs()
            });
        return Table.of(
                        "irqs",
                        "Time in interrupts",
                        List.of(
                                text("kind", "Kind"),
                                count("number", "Irq/vec"),
                                text("name", "Name"),
                                count("count", "Count"),
                                ms("total_ns", "Total ms"),
                                ms("p50_ns", "p50 ms"),
                                ms("p99_ns", "p99 ms"),
                                ms("max_ns", "Max ms"),
                                ms("stolen_ns", "Of tasks ms"),
                                ms("idle_ns", "Of idle ms")),
                        rows)
                .withNotes(irqNotes(watch, facts))
                .withNotes(new LostEvents(stats).unbounded());
    }

    private static List<String> irqNotes(QueueWatch watch, TraceFacts facts) {
        var notes = new ArrayList<String>();
        if (!facts.records(EventKind.IRQ_ENTRY) || !facts.records(EventKind.IRQ_EXIT))
            notes.add("hard interrupts unknown: irq:irq_handler_entry and irq:irq_handler_exit were not recorded");
        if (!facts.records(EventKind.SOFTIRQ_ENTRY) || !facts.records(EventKind.SOFTIRQ_EXIT))
            notes.add("softirqs unknown: irq:softirq_entry and irq:softirq_exit were not recorded");
        if (notes.size() == 2) return notes;
        notes.add("interrupts without a handler of their own (the timer's and those between CPUs on x86) have no such"
                + " events; softirqs that ksoftirqd runs are taken from no task");
        long unmatched = watch.interrupts().unmatched();
        if (unmatched > 0) notes.add(unmatched + " entries without exit or exits without entry were left out");
        return notes;
    }

    /** Source: the order of the enum in {@code include/linux/interrupt.h}, the same since v4.5. */
    private static @Nullable String softirq(int vec) {
        List<String> names =
                List.of("HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU");
        return vec >= 0 && vec < names.size() ? names.get(vec) : null;
    }
}
