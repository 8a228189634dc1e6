package rewake.measure;

import rewake.observe.Selection;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.seconds;
import static rewake.measure.Columns.text;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.EventConsumer;
import rewake.report.ColumnType;
import rewake.report.Rows;
import rewake.report.Table;

/** The table {@code map}: a row per switch, which goes straight from a pass over the trace to the output. */
public final class SchedMapTable {
    private SchedMapTable() {}

    /**
     * The table; each reading of its rows is a pass over the trace.
     *
     * @param cpus CPUs of the trace
     * @param selection which CPUs are shown, and the switches of which time
     */
    public static Table table(int cpus, Selection selection, TracePass pass) {
        Rows rows = sink -> PassRows.forEachBatch(pass, (comms, out) -> consumer(cpus, selection, comms, out), sink);
        return new Table(
                "map",
                "CPU map",
                List.of(
                        text("map", "CPUs"),
                        seconds("time_ns", "Time s"),
                        count("cpu", "CPU"),
                        text("short_name", "Name"),
                        text("task", "Task"),
                        count("pid", "Pid"),
                        Columns.hidden("named", ColumnType.BOOL),
                        count("busy", "Busy CPUs")),
                rows,
                List.of(
                        "four cells a CPU: who runs there, a point for nobody, nothing where it is not known yet (such a CPU is not"
                                + " among the busy ones); the star is at the CPU that switched"));
    }

    private static EventConsumer consumer(int cpus, Selection selection, Comms comms, PassRows out) {
        var map = new SchedMap[1];
        map[0] = new SchedMap(
                cpus, comms, selection, (timeNs, cpu, task, named) -> out.add(row(map[0], timeNs, cpu, task, named)));
        return map[0];
    }

    private static @Nullable Object[] row(SchedMap map, long timeNs, int cpu, int task, boolean named) {
        return new @Nullable Object[] {
            map.line(cpu),
            timeNs,
            (long) cpu,
            map.shortName(task),
            map.tasks().name(task),
            (long) map.tasks().tid(task),
            named,
            (long) map.busy()
        };
    }
}
