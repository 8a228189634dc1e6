package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.shownIf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.observe.Selection;
import rewake.observe.queue.QueueWatch;
import rewake.observe.queue.Schedstat;
import rewake.report.Table;

/** By how much {@code /proc/schedstat} went up: table {@code schedstat} of {@code rewake queues}. */
public final class SchedstatTable {
    private SchedstatTable() {}

    /** One row a CPU. */
    public static Table of(QueueWatch watch, TraceFacts facts, Selection selection, ImportStats stats) {
        boolean waking = facts.records(EventKind.WAKING);
        boolean waits = facts.records(EventKind.STAT_WAIT);
        boolean wakeups = facts.records(EventKind.WAKEUP);
        var lost = new LostEvents(stats);
        boolean lossy = lost.any() || watch.coverage().unknownNs() > 0;
        var rows = new ArrayList<@Nullable Object[]>();
        for (int cpu = 0; cpu < facts.cpus(); cpu++) {
            if (!selection.cpu(cpu)) continue;
            Schedstat.Cpu of = watch.schedstat().cpu(cpu);
            boolean known = !lost.any()
                    && watch.coverage().knownNs(cpu) == watch.coverage().windowNs();
            rows.add(new @Nullable Object[] {
                (long) cpu,
                of.runDelayNs(),
                of.runDelayNs(),
                known ? (Long) of.runDelayNs() : null,
                of.pcount(),
                of.pcount(),
                lost.highest(of.pcount(), cpu),
                waking ? (Long) of.ttwu() : null,
                waking ? (Long) of.ttwu() : null,
                waking ? lost.highest(of.ttwu(), cpu) : null,
                waking ? (Long) of.ttwuLocal() : null,
                of.cpuTimeNs(),
                waits ? (Long) of.exactWaits() : null,
                waits ? (Long) of.statWaitNs() : null,
                wakeups ? (Long) of.wakeups() : null
            });
        }
        return Table.of(
                        "schedstat",
                        "What /proc/schedstat counted",
                        List.of(
                                count("cpu", "CPU"),
                                ms("run_delay_ns", "Run delay ms"),
                                shownIf(lossy, ms("run_delay_low_ns", "low ms")),
                                shownIf(lossy, ms("run_delay_high_ns", "high ms")),
                                count("pcount", "Pcount"),
                                shownIf(lossy, count("pcount_low", "low")),
                                shownIf(lossy, count("pcount_high", "high")),
                                count("ttwu", "Ttwu"),
                                shownIf(lossy, count("ttwu_low", "low")),
                                shownIf(lossy, count("ttwu_high", "high")),
                                count("ttwu_local", "Ttwu local"),
                                ms("cpu_time_ns", "CPU time ms"),
                                shownIf(waits, detail(count("exact_waits", "Waits to the ns"))),
                                shownIf(waits, detail(ms("stat_wait_ns", "sched_stat_wait ms"))),
                                shownIf(wakeups, count("wakeups", "sched_wakeup"))),
                        rows)
                .withNotes(notes(waking, waits));
    }

    private static List<String> notes(boolean waking, boolean waits) {
        var notes = new ArrayList<String>();
        notes.add(
                "as the kernel counts: pcount switches to a task; run delay when the task runs, or on the CPU that it leaves"
                        + " waiting; ttwu on the waker's CPU, of tasks that were queued or running too; ttwu local where the task was or came"
                        + " there");
        if (!waking)
            notes.add(
                    "ttwu unknown: sched_waking was not recorded, and sched_wakeup does not say on which CPU the waker ran");
        notes.add(
                waits
                        ? "waits to the ns: pcount whose run delay sched_stat_wait tells, by the run queue's clock; the others are between"
                                + " events, some hundred ns off each. The sum of sched_stat_wait differs from run delay: a wait with"
                                + " moves is all on its last CPU, and that of a task whose dequeue was delayed (v6.12) holds its sleep"
                        : "run delay is measured between events, a wait some hundred ns off; record sched_stat_wait and"
                                + " sched_stat_sleep to have it to the ns");
        return notes;
    }
}
