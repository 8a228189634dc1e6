package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.detail;
import static rewake.measure.Columns.msCut;
import static rewake.measure.Columns.percent;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStats;
import rewake.observe.Coverage;
import rewake.report.Column;
import rewake.report.ColumnType;
import rewake.report.Show;
import rewake.report.Table;

/** The tables of the summary of {@code rewake timehist}: tasks in perf's order, idle CPUs, totals. */
public final class TimehistTables {
    /** What perf calls the idle task of each CPU. */
    public static final String IDLE = "<idle>";

    private TimehistTables() {}

    /**
     * Tables {@code summary}, {@code idle} and {@code total}; the last two only where all tasks count.
     *
     * @param waits whether people see waits instead of the spread of runs
     * @param coverage what is known of each CPU
     */
    public static List<Table> summary(
            Timehist timehist, TimehistOptions options, boolean waits, Coverage coverage, ImportStats stats) {
        var lost = new LostEvents(stats);
        var tables = new ArrayList<Table>();
        var rows = new ArrayList<@Nullable Object[]>();
        long switches = 0;
        long runNs = 0;
        PerfTasks tasks = timehist.tasks();
        for (int task : tasks.inPerfsOrder()) {
            TaskTimes its = timehist.timesOf(task);
            if (its == null || its.runs.count() == 0) continue;
            rows.add(row(tasks, task, its, lost));
            switches += its.runs.count();
            runNs += its.runSumNs;
        }
        tables.add(Table.of("summary", title(options.idle(), waits), columns(options.idle(), waits, lost.any()), rows)
                .withNotes(notes(options))
                .withNotes(lossNotes(lost)));
        if (options.someTasks() && !options.idle()) return tables;
        tables.add(idle(timehist, options, coverage));
        for (int cpu = 0; cpu < timehist.cpus(); cpu++) {
            TaskTimes its = timehist.idleTimesOf(cpu);
            if (its != null) switches += its.runs.count();
        }
        tables.add(total(rows.size(), switches, runNs, timehist, lost));
        return tables;
    }

    private static String title(boolean idle, boolean waits) {
        if (idle) return "Idle time after each task";
        return waits ? "Run and wait time of each task" : "Run time of each task";
    }

    private static List<String> notes(TimehistOptions options) {
        var notes = new ArrayList<String>();
        notes.add(
                "as perf sched timehist counts; the first switch of a CPU, whose run began before the trace, counts as a"
                        + " run of 0");
        if (options.someTasks() && !options.idle())
            notes.add("no idle times and totals: only some tasks were selected");
        return notes;
    }

    private static List<String> lossNotes(LostEvents lost) {
        if (!lost.any()) return List.of();
        return List.of(
                lost.note(),
                "times are those between the events that are there, as perf counts them: over a loss they may belong to another"
                        + " task, so they have no bounds");
    }

    private static List<Column> columns(boolean idle, boolean waits, boolean lossy) {
        String of = idle ? " idle ms" : " run ms";
        return List.of(
                text("task", "Task"),
                count("pid", "Pid"),
                detail(count("tgid", "Process")),
                detail(count("parent", "Parent")),
                count("count", idle ? "Sched-out" : "Sched-in"),
                shownIf(lossy, count("count_low", "low")),
                shownIf(lossy, count("count_high", "high")),
                msCut("run_ns", idle ? "Idle ms" : "Run ms"),
                shownIf(!waits, msCut("run_min_ns", "Min" + of)),
                shownIf(!waits, msCut("run_avg_ns", "Avg" + of)),
                shownIf(!waits, msCut("run_max_ns", "Max" + of)),
                shownIf(!waits, percent("run_error_share", "Error of avg %")),
                shownIf(!waits, count("migrations", "Migrations")),
                shownIf(waits, msCut("sleep_ns", "Sleep ms")),
                shownIf(waits, msCut("iowait_ns", "Iowait ms")),
                shownIf(waits, msCut("preempt_ns", "Preempt ms")),
                shownIf(waits, msCut("sch_delay_ns", "Sch delay ms")),
                Columns.hidden("pre_migration_ns", ColumnType.LONG),
                new Column("terminated", ColumnType.BOOL, "Terminated", Show.PLAIN));
    }

    private static @Nullable Object[] row(PerfTasks tasks, int task, TaskTimes its, LostEvents lost) {
        return new @Nullable Object[] {
            tasks.name(task),
            (long) tasks.tid(task),
            PerfTasks.cell(tasks.tgid(task)),
            PerfTasks.cell(tasks.parent(task)),
            its.runs.count(),
            lost.least(its.runs.count(), 1),
            lost.most(its.runs.count(), 1),
            its.runSumNs,
            its.runs.minNs(),
            its.runs.meanNs(),
            its.runs.maxNs(),
            its.runs.errorShare(),
            its.migrations,
            its.sleepSumNs,
            its.ioWaitSumNs,
            its.preemptSumNs,
            its.delaySumNs,
            its.preMigrationSumNs,
            tasks.dead(task)
        };
    }

    private static Table idle(Timehist timehist, TimehistOptions options, Coverage coverage) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (int cpu = 0; cpu < timehist.cpus(); cpu++) {
            if (!options.selection().cpus().isEmpty()
                    && !options.selection().cpus().get(cpu)) continue;
            TaskTimes its = timehist.idleTimesOf(cpu);
            long times = its == null ? 0 : its.runs.count();
            Long ns = times > 0 && its != null ? (Long) its.runSumNs : null;
            rows.add(new @Nullable Object[] {
                (long) cpu, ns, ns == null ? null : Columns.share(ns, timehist.windowNs()), times, coverage.share(cpu)
            });
        }
        return Table.of(
                        "idle",
                        "Idle time of each CPU",
                        List.of(
                                count("cpu", "CPU"),
                                msCut("idle_ns", "Idle ms"),
                                percent("idle_share", "Idle %"),
                                count("count", "Times"),
                                shownIf(coverage.unknownNs() > 0, percent("coverage", "Coverage %"))),
                        rows)
                .withNotes(
                        List.of("unknown where a CPU never left idleness: it may have been idle or busy throughout"));
    }

    private static Table total(long tasks, long switches, long runNs, Timehist timehist, LostEvents lost) {
        return Table.of(
                "total",
                "Total",
                List.of(
                        count("tasks", "Tasks"),
                        count("switches", "Context switches"),
                        shownIf(lost.any(), count("switches_low", "low")),
                        shownIf(lost.any(), count("switches_high", "high")),
                        msCut("run_ns", "Run ms"),
                        msCut("scheduling_ns", "Scheduling ms"),
                        count("cpus", "CPUs")),
                List.<@Nullable Object[]>of(new @Nullable Object[] {
                    tasks,
                    switches,
                    lost.least(switches, 1),
                    lost.most(switches, 1),
                    runNs,
                    timehist.windowNs(),
                    (long) timehist.cpus()
                }));
    }
}
