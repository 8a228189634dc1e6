package rewake.measure;

import static rewake.measure.Columns.count;
import static rewake.measure.Columns.ms;
import static rewake.measure.Columns.shownIf;
import static rewake.measure.Columns.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.Topology;
import rewake.observe.move.Migrations;
import rewake.observe.move.MoveCause;
import rewake.observe.move.PingPongs;
import rewake.report.Column;
import rewake.report.Table;
import rewake.timeline.Tasks;

/** Who moved, what was undone, and from where to where: tables {@code by_task, ping_pongs} and {@code matrix}. */
final class MovedTaskTables {
    /** A lost move between two parts each that was one, and hides a ping-pong on either side of it. */
    private static final int HIDDEN_PING_PONGS = 2;

    private final Migrations moves;
    private final Comms comms;
    private final Tasks tasks;
    private final LostEvents lost;

    MovedTaskTables(Migrations moves, Comms comms, LostEvents lost) {
        this.moves = moves;
        this.comms = comms;
        this.lost = lost;
        tasks = moves.timeline().tasks();
    }

    Table byTask(int top) {
        List<Integer> order = IntStream.range(0, tasks.size())
                .filter(task -> moved(task) > 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer task) -> -moved(task)).thenComparingInt(tasks::pid))
                .toList();
        var rows = new ArrayList<@Nullable Object[]>();
        for (int task : order.subList(0, Math.min(top, order.size())))
            for (MoveCause cause : MoveCause.values()) {
                long n = moves.counts().ofTask(task, cause);
                if (n > 0) rows.add(ofTask(task, cause, n));
            }
        return Table.of(
                        "by_task",
                        "By task, who moved most first",
                        List.of(
                                text("task", "Task"),
                                count("pid", "Pid"),
                                text("cause", "Cause"),
                                count("count", "Count"),
                                low("count"),
                                high("count")),
                        rows)
                .withNotes(notes(order.size(), top));
    }

    private @Nullable Object[] ofTask(int task, MoveCause cause, long n) {
        boolean open = lost.any() && cause == MoveCause.UNKNOWN;
        boolean fork = cause == MoveCause.FORK;
        long unknown = lost.any() && !fork ? moves.counts().ofTask(task, MoveCause.UNKNOWN) : 0;
        return new @Nullable Object[] {
            name(task),
            (long) tasks.pid(task),
            cause.id(),
            n,
            open ? null : lost.least(n, 1),
            open ? null : lost.most(n + unknown, 1)
        };
    }

    Table pingPongs(int top) {
        PingPongs of = moves.pingPongs();
        List<Integer> order = IntStream.range(0, tasks.size())
                .filter(task -> of.count(task) > 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer task) -> -of.count(task))
                        .thenComparingInt(tasks::pid))
                .toList();
        var rows = new ArrayList<@Nullable Object[]>();
        for (int task : order.subList(0, Math.min(top, order.size()))) rows.add(pingPong(of, task));
        var notes = new ArrayList<>(notes(order.size(), top));
        notes.add(
                "a move that undoes the task's move before it: A to B, then straight back to A; quick ones came back within "
                        + Columns.ms("t_ns", "t").text(of.withinNs()) + " ms (--ping-pong)");
        return Table.of(
                        "ping_pongs",
                        "Ping-pongs",
                        List.of(
                                text("task", "Task"),
                                count("pid", "Pid"),
                                count("count", "Ping-pongs"),
                                low("count"),
                                high("count"),
                                count("quick", "Quick"),
                                low("quick"),
                                high("quick"),
                                count("never_ran", "Never ran there"),
                                low("never_ran"),
                                high("never_ran"),
                                ms("return_mean_ns", "Mean return ms"),
                                ms("return_min_ns", "Shortest ms")),
                        rows)
                .withNotes(notes);
    }

    private @Nullable Object[] pingPong(PingPongs of, int task) {
        return new @Nullable Object[] {
            name(task),
            (long) tasks.pid(task),
            of.count(task),
            lost.least(of.count(task), 1),
            lost.most(of.count(task), HIDDEN_PING_PONGS),
            of.within(task),
            lost.least(of.within(task), 1),
            lost.most(of.within(task), HIDDEN_PING_PONGS),
            of.unrun(task),
            lost.least(of.unrun(task), 1),
            lost.most(of.unrun(task), HIDDEN_PING_PONGS),
            of.returnSumNs(task) / of.count(task),
            of.returnMinNs(task)
        };
    }

    private List<String> notes(int n, int top) {
        var notes = new ArrayList<String>();
        if (n > top) notes.add("the first " + top + " of " + n + " tasks");
        if (lost.any()) notes.add(lost.note());
        return notes;
    }

    Table matrix(Topology topology) {
        var rows = new ArrayList<@Nullable Object[]>();
        moves.pairs()
                .forEach((from, to, n, pingPongs) -> rows.add(new @Nullable Object[] {
                    (long) from,
                    (long) to,
                    topology.distance(from, to).id(),
                    n,
                    n,
                    lost.most(n, 1),
                    pingPongs,
                    lost.least(pingPongs, 1),
                    lost.most(pingPongs, HIDDEN_PING_PONGS)
                }));
        return Table.of(
                        "matrix",
                        "From CPU to CPU",
                        List.of(
                                count("from_cpu", "From"),
                                count("to_cpu", "To"),
                                text("distance", "Distance"),
                                count("count", "Count"),
                                low("count"),
                                high("count"),
                                count("ping_pongs", "Ping-pongs"),
                                low("ping_pongs"),
                                high("ping_pongs")),
                        rows)
                .withNotes(List.of("without forks; a ping-pong is counted where the task comes back"));
    }

    private Column low(String of) {
        return shownIf(lost.any(), count(of + "_low", "low"));
    }

    private Column high(String of) {
        return shownIf(lost.any(), count(of + "_high", "high"));
    }

    private long moved(int task) {
        long sum = 0;
        for (MoveCause cause : MoveCause.values()) sum += moves.counts().ofTask(task, cause);
        return sum;
    }

    private @Nullable String name(int task) {
        return tasks.comm(task) == 0 ? null : comms.text(tasks.comm(task));
    }
}
