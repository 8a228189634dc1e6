package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.msCut;
import static rewake.measure.Columns.seconds;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.report.Column;
import rewake.report.Rows;
import rewake.report.Table;

/** The table {@code timehist}: a row per switch, which goes straight from a pass over the trace to the output. */
public final class TimehistRows {
    /** The words of {@link TaskState}, by ordinal. */
    private static final List<String> STATES = Arrays.stream(TaskState.values())
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .toList();

    private TimehistRows() {}

    /**
     * Which columns people see beside perf's own; machines get all.
     *
     * @param next who came next
     * @param state how the task left
     * @param prio its priority
     * @param preMigration how long it waited where it did not run
     */
    public record Shown(boolean next, boolean state, boolean prio, boolean preMigration) {}

    /** The table; each reading of its rows is a pass over the trace. */
    public static Table table(TraceFacts facts, TimehistOptions options, Shown shown, TracePass pass) {
        Rows rows = sink ->
                PassRows.forEachBatch(pass, (comms, out) -> new Writer(facts, comms, options, out).timehist, sink);
        return new Table(
                "timehist",
                "Switches",
                columns(options, shown),
                rows,
                List.of("as perf sched timehist counts; unknown where a run or a wait began before the trace"));
    }

    private static List<Column> columns(TimehistOptions options, Shown shown) {
        boolean others = options.wakeups() || options.migrations();
        return List.of(
                seconds("time_ns", "Time s"),
                count("cpu", "CPU"),
                text("task", "Task"),
                count("pid", "Pid"),
                count("tgid", "Process"),
                shownIf(others, text("event", "Event")),
                shownIf(shown.prio, count("prio", "Prio in")),
                shownIf(shown.prio, count("prio_out", "Prio out")),
                msCut("wait_ns", "Wait ms"),
                msCut("sch_delay_ns", "Sch delay ms"),
                msCut("run_ns", "Run ms"),
                shownIf(shown.preMigration, msCut("pre_migration_ns", "Pre-mig ms")),
                shownIf(shown.state, text("state", "State")),
                shownIf(shown.next, text("next_task", "Next task")),
                shownIf(shown.next, count("next_pid", "Next pid")),
                shownIf(others, text("other_task", "Other task")),
                shownIf(others, count("other_pid", "Other pid")),
                shownIf(others, count("other_tgid", "Other process")),
                shownIf(options.migrations(), count("from_cpu", "From CPU")),
                shownIf(options.migrations(), count("to_cpu", "To CPU")));
    }

    /** Makes cells of rows. */
    private static final class Writer implements TimehistRow.Sink {
        final Timehist timehist;
        private final PassRows out;

        Writer(TraceFacts facts, Comms comms, TimehistOptions options, PassRows out) {
            this.out = out;
            timehist = new Timehist(facts, comms, options, this);
        }

        @Override
        public void row(TimehistRow row) {
            out.add(cells(row));
        }

        private @Nullable Object[] cells(TimehistRow row) {
            PerfTasks tasks = timehist.tasks();
            boolean other = row.other >= 0;
            return new @Nullable Object[] {
                row.timeNs,
                (long) row.cpu,
                row.idle ? TimehistTables.IDLE : tasks.name(row.task),
                row.idle ? 0L : (Long) (long) tasks.tid(row.task),
                row.idle ? (Long) 0L : PerfTasks.cell(tasks.tgid(row.task)),
                row.what.id(),
                PerfTasks.cell(row.prio),
                PerfTasks.cell(row.prioOut),
                known(row.waitNs),
                known(row.delayNs),
                known(row.runNs),
                known(row.preMigrationNs),
                row.state == null ? null : STATES.get(row.state.ordinal()),
                row.nextPid < 0 ? null : tasks.text(row.nextComm),
                PerfTasks.cell(row.nextPid),
                other ? tasks.name(row.other) : null,
                other ? (Long) (long) tasks.tid(row.other) : null,
                other ? PerfTasks.cell(tasks.tgid(row.other)) : null,
                PerfTasks.cell(row.fromCpu),
                PerfTasks.cell(row.toCpu)
            };
        }

        private static @Nullable Long known(long ns) {
            return ns < 0 ? null : (Long) ns;
        }
    }
}
