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
                known ? (Long) of.runDelayNs() : delay(watch, of, lost, false),
                known ? (Long) of.runDelayNs() : delay(watch, of, lost, true),
                of.pcount(),
                of.pcount(),
                lost.highest(of.pcount(), cpu),
                waking ? (Long) of.ttwu() : null,
                waking ? (Long) of.ttwu() : null,
                waking ? lost.highest(of.ttwu(), cpu) : null,
                waking ? (Long) of.ttwuLocal() : null,
                waking ? lost.least(of.ttwuLocal(), 1) : null,
                waking ? lost.most(of.ttwuLocal(), 1) : null,
                of.cpuTimeNs(),
                of.cpuTimeNs(),
                known ? (Long) of.cpuTimeNs() : (Long) Math.max(of.cpuTimeNs(), watch.spanNs()),
                waits ? (Long) of.exactWaits() : null,
                waits ? (Long) of.statWaitNs() : null,
                wakeups ? (Long) of.wakeups() : null,
                wakeups ? (Long) of.wakeups() : null,
                wakeups ? lost.highest(of.wakeups(), cpu) : null
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
                                shownIf(lossy, detail(count("pcount_low", "low"))),
                                shownIf(lossy, detail(count("pcount_high", "high"))),
                                count("ttwu", "Ttwu"),
                                shownIf(lossy, detail(count("ttwu_low", "low"))),
                                shownIf(lossy, detail(count("ttwu_high", "high"))),
                                count("ttwu_local", "Ttwu local"),
                                shownIf(lossy, detail(count("ttwu_local_low", "low"))),
                                shownIf(lossy, detail(count("ttwu_local_high", "high"))),
                                ms("cpu_time_ns", "CPU time ms"),
                                shownIf(lossy, detail(ms("cpu_time_low_ns", "low ms"))),
                                shownIf(lossy, detail(ms("cpu_time_high_ns", "high ms"))),
                                shownIf(waits, detail(count("exact_waits", "Waits to the ns"))),
                                shownIf(waits, detail(ms("stat_wait_ns", "sched_stat_wait ms"))),
                                shownIf(wakeups, count("wakeups", "sched_wakeup")),
                                shownIf(wakeups && lossy, detail(count("wakeups_low", "low"))),
                                shownIf(wakeups && lossy, detail(count("wakeups_high", "high")))),
                        rows)
                .withNotes(notes(waking, waits))
                .withNotes(lossy ? List.of(lost.note()) : List.of());
    }

    /** A lost event hides or falsifies two waits, none longer than the trace; without a count of them there is no bound. */
    private static @Nullable Long delay(QueueWatch watch, Schedstat.Cpu of, LostEvents lost, boolean highest) {
        Long count = lost.count();
        if (count == null) return highest ? null : (Long) 0L;
        if (count == 0) return highest ? null : (Long) of.runDelayNs();
        double off = 2.0 * count * watch.spanNs();
        return (long)
                (highest
                        ? of.runDelayNs() + off + (double) watch.cutWaits() * watch.spanNs()
                        : Math.max(0, of.runDelayNs() - off));
    }

    private static List<String> notes(boolean waking, boolean waits) {
        var notes = new ArrayList<String>();
        notes.add(
                "as the kernel counts: pcount switches to a task; run delay when the task runs, or on the CPU that it leaves"
                        + " waiting; ttwu on the waker's CPU, of tasks that were queued or running too; ttwu local where the task was or came"
                        + " there");
        notes.add(
                "checked against sched_stat_wait and event counts; no recording with /proc/schedstat beside it was at hand");
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
