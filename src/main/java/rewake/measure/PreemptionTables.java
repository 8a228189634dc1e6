package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.observe.LatencyHistogram;
import rewake.observe.queue.Interrupts;
import rewake.observe.queue.Preemptions;
import rewake.observe.queue.QueueWatch;
import rewake.report.Table;
import rewake.timeline.Tasks;

/** Who lost its CPU to whom: tables {@code preemptions} and {@code switches} of {@code rewake queues}. */
public final class PreemptionTables {
    private static final int[] PERCENTILES = {50, 99};

    private final Preemptions preemptions;
    private final Interrupts interrupts;
    private final Tasks tasks;
    private final Comms comms;
    private final QueueBounds bounds;
    private final LostEvents lost;
    private final boolean irqs;
    private final boolean perPid;
    private final IntPredicate shown;
    private final int top;
    private final long spanNs;

    /**
     * Tables of what was watched.
     *
     * @param perPid one row a task; else tasks of one name are merged
     * @param shown which tasks count, by id
     * @param top how many rows are shown at most
     */
    public PreemptionTables(
            QueueWatch watch,
            TraceFacts facts,
            Comms comms,
            boolean perPid,
            IntPredicate shown,
            int top,
            ImportStats stats) {
        bounds = new QueueBounds(watch, stats);
        lost = bounds.lost();
        spanNs = watch.spanNs();
        preemptions = watch.preemptions();
        interrupts = watch.interrupts();
        tasks = preemptions.tasks();
        this.comms = comms;
        irqs = facts.records(EventKind.IRQ_ENTRY) || facts.records(EventKind.SOFTIRQ_ENTRY);
        this.perPid = perPid;
        this.shown = shown;
        this.top = top;
    }

    /** The name of a task as perf prints it. */
    private String name(int task) {
        if (task < 0) return "(other pairs)";
        if (tasks.isIdle(task)) return "swapper";
        return tasks.comm(task) == 0 ? ":" + tasks.pid(task) : comms.text(tasks.comm(task));
    }

    private @Nullable Long pid(int task) {
        return perPid && task >= 0 ? (Long) (long) tasks.pid(task) : null;
    }

    /** What tells rows apart. */
    private record Key(
            String task,
            @Nullable Long pid,
            String by,
            @Nullable Long byPid) {}

    private final class Pair {
        long count;
        long waitNs;
        long maxNs;
        long cut;

        @Nullable
        Object[] cells(Key key) {
            return new @Nullable Object[] {
                key.task,
                key.pid,
                key.by,
                key.byPid,
                count,
                count,
                lost.most(count, 1),
                waitNs,
                waitLow(),
                waitHigh(),
                count > cut ? (Long) maxNs : null,
                cut
            };
        }

        private @Nullable Long waitLow() {
            Long wrong = lost.count();
            return wrong == null ? null : (Long) (long) Math.max(0, waitNs - 2.0 * wrong * maxNs);
        }

        private @Nullable Long waitHigh() {
            Long hidden = lost.count();
            if (hidden == null) return null;
            if (hidden == 0) return cut == 0 ? (Long) waitNs : null;
            return (long) (waitNs + (2.0 * hidden + cut) * spanNs);
        }
    }

    /** One row for each pair of a task and who was switched in for it. */
    public Table pairs() {
        Map<Key, Pair> byKey = new LinkedHashMap<>();
        for (Preemptions.Pair one : preemptions.pairs()) {
            if (one.task() >= 0 && !shown.test(one.task())) continue;
            var key = new Key(name(one.task()), pid(one.task()), name(one.by()), pid(one.by()));
            Pair sum = byKey.computeIfAbsent(key, _ -> new Pair());
            sum.count += one.count();
            sum.waitNs += one.waitNs();
            sum.maxNs = Math.max(sum.maxNs, one.maxNs());
            sum.cut += one.cut();
        }
        List<@Nullable Object[]> rows = byKey.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Key, Pair> e) -> -e.getValue().waitNs)
                        .thenComparingLong(e -> -e.getValue().count))
                .limit(top)
                .map(e -> e.getValue().cells(e.getKey()))
                .toList();
        boolean anyCut = byKey.values().stream().anyMatch(pair -> pair.cut > 0);
        return Table.of(
                        "preemptions",
                        "Who took whose CPU",
                        List.of(
                                text("task", "Task"),
                                Columns.shownIf(perPid, count("pid", "Pid")),
                                text("by_task", "By"),
                                Columns.shownIf(perPid, count("by_pid", "By pid")),
                                count("count", "Count"),
                                Columns.shownIf(lost.any(), count("count_low", "low")),
                                Columns.shownIf(lost.any(), count("count_high", "high")),
                                ms("wait_ns", "Wait ms"),
                                Columns.hidden("wait_low_ns", rewake.report.ColumnType.LONG),
                                Columns.hidden("wait_high_ns", rewake.report.ColumnType.LONG),
                                ms("wait_max_ns", "Max wait ms"),
                                Columns.shownIf(anyCut, count("cut", "Cut"))),
                        rows)
                .withNotes(notes(byKey.size()));
    }

    private List<String> notes(int rows) {
        var notes = new ArrayList<String>();
        if (rows > top) notes.add("the first " + top + " of " + rows + " rows");
        notes.add(
                "a task was switched out while it could run, and the other switched in; sched_yield is among them. wait: until it"
                        + " ran again, on whatever CPU, whoever ran in between; cut: waits whose end is not in the trace, which"
                        + " are not in it");
        if (lost.any()) notes.add(lost.note());
        return notes;
    }

    private static final class Switches {
        long tasks;
        long voluntary;
        long involuntary;
        long preempted;
        long cut;
        long irqNs;
        final LatencyHistogram slices = new LatencyHistogram();
        final LatencyHistogram waits = new LatencyHistogram();

        void add(Preemptions.Counts of, long stolenNs) {
            tasks++;
            voluntary += of.voluntary();
            involuntary += of.involuntary();
            preempted += of.preempted();
            cut += of.cut();
            irqNs += stolenNs;
            slices.add(of.slices());
            waits.add(of.waits());
        }
    }

    /** One row for each task or name that left a CPU. */
    public Table switches() {
        Map<Key, Switches> byKey = new LinkedHashMap<>();
        for (int task = 0; task < tasks.size(); task++) {
            Preemptions.Counts of = preemptions.of(task);
            if (of == null || !shown.test(task)) continue;
            byKey.computeIfAbsent(new Key(name(task), pid(task), "", null), _ -> new Switches())
                    .add(of, interrupts.stolenNs(task));
        }
        List<@Nullable Object[]> rows = byKey.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Key, Switches> e) ->
                                -e.getValue().waits.sumNs())
                        .thenComparingLong(e -> -e.getValue().involuntary)
                        .thenComparingLong(e -> -e.getValue().voluntary))
                .limit(top)
                .map(e -> cells(e.getKey(), e.getValue()))
                .toList();
        var notes = new ArrayList<String>();
        if (byKey.size() > top) notes.add("the first " + top + " of " + byKey.size() + " rows");
        notes.add(
                "involuntary: switched out while it could run; in kernel: of these, by preemption within the kernel (R+); slice: how"
                        + " long it had run then");
        if (lost.any()) notes.add(lost.note());
        return Table.of("switches", "How tasks left their CPUs", columns(), rows)
                .withNotes(notes);
    }

    private List<rewake.report.Column> columns() {
        boolean any = lost.any();
        var columns = new ArrayList<>(List.of(
                text("task", "Task"),
                Columns.shownIf(perPid, count("pid", "Pid")),
                count("tasks", "Tasks"),
                count("voluntary", "Voluntary"),
                Columns.shownIf(any, count("voluntary_low", "low")),
                Columns.shownIf(any, count("voluntary_high", "high")),
                count("involuntary", "Involuntary"),
                Columns.shownIf(any, count("involuntary_low", "low")),
                Columns.shownIf(any, count("involuntary_high", "high")),
                count("preempted", "In kernel"),
                Columns.shownIf(any, count("preempted_low", "low")),
                Columns.shownIf(any, count("preempted_high", "high")),
                ms("slice_p50_ns", "Slice p50 ms"),
                detail(ms("slice_p95_ns", "p95 ms")),
                ms("slice_max_ns", "Max ms"),
                ms("wait_sum_ns", "Wait sum ms"),
                detail(ms("wait_p50_ns", "p50 ms")),
                ms("wait_p99_ns", "p99 ms"),
                ms("wait_max_ns", "Max ms"),
                detail(count("cut", "Cut")),
                Columns.shownIf(irqs, ms("irq_stolen_ns", "Irqs took ms"))));
        columns.addAll(BoundColumns.of("waits", "wait_", any, PERCENTILES));
        return columns;
    }

    private @Nullable Object[] cells(Key key, Switches of) {
        var cells = new ArrayList<@Nullable Object>(Arrays.asList(new @Nullable Object[] {
            key.task,
            key.pid,
            of.tasks,
            of.voluntary,
            of.voluntary,
            lost.most(of.voluntary, 1),
            of.involuntary,
            of.involuntary,
            lost.most(of.involuntary, 1),
            of.preempted,
            of.preempted,
            lost.most(of.preempted, 1),
            QueueTables.percentile(of.slices, 0.5),
            QueueTables.percentile(of.slices, 0.95),
            QueueTables.percentile(of.slices, 1),
            of.waits.sumNs(),
            QueueTables.percentile(of.waits, 0.5),
            QueueTables.percentile(of.waits, 0.99),
            QueueTables.percentile(of.waits, 1),
            of.cut,
            irqs ? (Long) of.irqNs : null
        }));
        cells.addAll(BoundColumns.cells(bounds.waits(of.waits), PERCENTILES));
        return cells.toArray();
    }
}
