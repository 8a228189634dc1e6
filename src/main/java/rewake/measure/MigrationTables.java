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
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.Distance;
import rewake.event.ImportStats;
import rewake.event.Topology;
import rewake.observe.LatencyHistogram;
import rewake.observe.move.Migrations;
import rewake.observe.move.MoveCause;
import rewake.observe.move.MoveCounts;
import rewake.observe.move.MoveReason;
import rewake.observe.move.MovedWaits;
import rewake.observe.move.PingPongs;
import rewake.report.Column;
import rewake.report.Table;
import rewake.timeline.Tasks;

/** The tables of {@code rewake migrations}. */
public final class MigrationTables {
    private final Migrations moves;
    private final Comms comms;
    private final Tasks tasks;
    private final @Nullable Long lost;
    private final boolean incomplete;

    /** Tables of what was counted, with bounds where events are missing. */
    public MigrationTables(Migrations moves, Comms comms, ImportStats stats) {
        this.moves = moves;
        this.comms = comms;
        tasks = moves.timeline().tasks();
        lost = LostEvents.of(stats);
        incomplete = lost == null || lost > 0;
    }

    /**
     * Tables {@code migrations, total, moved_waits, by_task, ping_pongs} and {@code matrix}.
     *
     * @param top how many tasks are shown in each table of tasks
     */
    public List<Table> of(Topology topology, int top) {
        return List.of(migrations(), total(), movedWaits(), byTask(top), pingPongs(top), matrix(topology));
    }

    /** Moves in words: the head of the result. */
    public String headline() {
        MoveCounts counts = moves.counts();
        var parts = new ArrayList<String>();
        for (MoveCause cause : MoveCause.values())
            if (cause != MoveCause.FORK && counts.count(cause) > 0) parts.add(counts.count(cause) + " " + cause.id());
        return counts.migrations() + " migrations" + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
    }

    private Table migrations() {
        MoveCounts counts = moves.counts();
        long all = counts.migrations();
        var rows = new ArrayList<@Nullable Object[]>();
        var notes = new ArrayList<String>();
        for (MoveCause cause : MoveCause.values())
            for (MoveReason reason : MoveReason.values())
                for (int d = 0; d <= MoveCounts.DISTANCE_UNKNOWN; d++) {
                    long n = counts.count(cause, reason, d);
                    if (n == 0) continue;
                    String why = reason == MoveReason.NONE ? null : reason.id();
                    boolean fork = cause == MoveCause.FORK;
                    rows.add(new @Nullable Object[] {
                        cause.id(),
                        distance(d),
                        n,
                        n,
                        lost == null ? null : (Long) (n + lost),
                        fork ? null : share(n, all),
                        why
                    });
                    String note = reason.id() + ": " + reason.text();
                    if (why != null && !notes.contains(note)) notes.add(note);
                }
        if (counts.count(MoveCause.FORK) > 0)
            notes.add("fork: children that began on another CPU than their parent's; no sched_migrate_task tells of"
                    + " them, so they stand beside the total");
        if (incomplete) notes.add(boundsNote());
        return Table.of(
                        "migrations",
                        "Moves by cause and distance",
                        List.of(
                                text("cause", "Cause"),
                                text("distance", "Distance"),
                                count("count", "Count"),
                                shownIf(incomplete, count("count_low", "At least")),
                                shownIf(incomplete, count("count_high", "At most")),
                                percent("share", "Share %"),
                                shownIf(counts.count(MoveCause.UNKNOWN) > 0, text("reason", "Reason"))),
                        rows)
                .withNotes(notes);
    }

    private String boundsNote() {
        return lost == null
                ? "events are missing and their number is not known: there may be any number of moves more"
                : lost + " events are missing; each may have been a move";
    }

    private Table total() {
        MoveCounts counts = moves.counts();
        long n = counts.migrations();
        return Table.of(
                "total",
                "In all",
                List.of(
                        count("migrations", "Migrations"),
                        shownIf(incomplete, count("migrations_low", "At least")),
                        shownIf(incomplete, count("migrations_high", "At most")),
                        count("unknown", "Cause unknown"),
                        count("wakeups", "Wake-ups"),
                        percent("wakeups_moved_share", "Of these moved %"),
                        number("migrations_per_wakeup", "Migrations per wake-up"),
                        count("forks", "Forks"),
                        count("forks_elsewhere", "To another CPU")),
                List.<@Nullable Object[]>of(new @Nullable Object[] {
                    n,
                    n,
                    lost == null ? null : (Long) (n + lost),
                    counts.count(MoveCause.UNKNOWN),
                    moves.wakeups(),
                    share(counts.count(MoveCause.WAKEUP), moves.wakeups()),
                    share(n, moves.wakeups()),
                    moves.forks(),
                    counts.count(MoveCause.FORK)
                }));
    }

    private Table movedWaits() {
        var rows = new ArrayList<@Nullable Object[]>();
        boolean anyCut = false;
        for (MoveCause cause : MoveCause.values()) {
            long cut = moves.waits().cut(cause);
            if (moves.waits().of(cause, MovedWaits.Part.ALL).count() + cut == 0) continue;
            anyCut |= cut > 0;
            for (MovedWaits.Part part : MovedWaits.Part.values())
                rows.add(wait(cause, part, moves.waits().of(cause, part), cut));
        }
        var notes = new ArrayList<String>();
        notes.add(
                "waits for a CPU during which the task was moved from queue to queue, by the cause of its last move: until"
                        + " the first move, from the last on, in all; percentiles are off by at most 0.4 %");
        if (anyCut)
            notes.add("the bounds count waits that did not end in the trace as the shortest, or as the longest");
        return Table.of("moved_waits", "Moved while it waited", waitColumns(anyCut), rows)
                .withNotes(notes);
    }

    private static List<Column> waitColumns(boolean anyCut) {
        return List.of(
                text("cause", "Cause"),
                text("part", "Wait"),
                count("count", "Count"),
                shownIf(anyCut, count("cut", "Cut")),
                ms("sum_ns", "Sum ms"),
                detail(ms("mean_ns", "Mean ms")),
                ms("p50_ns", "p50 ms"),
                shownIf(anyCut, ms("p50_low_ns", "p50 low ms")),
                shownIf(anyCut, ms("p50_high_ns", "p50 high ms")),
                ms("p95_ns", "p95 ms"),
                ms("p99_ns", "p99 ms"),
                shownIf(anyCut, ms("p99_low_ns", "p99 low ms")),
                shownIf(anyCut, ms("p99_high_ns", "p99 high ms")),
                ms("max_ns", "Max ms"));
    }

    private static @Nullable Object[] wait(MoveCause cause, MovedWaits.Part part, LatencyHistogram of, long cut) {
        boolean none = of.count() == 0;
        return new @Nullable Object[] {
            cause.id(),
            part.id(),
            of.count(),
            cut,
            of.sumNs(),
            none ? null : (Long) (of.sumNs() / of.count()),
            known(of.percentileNs(0.5)),
            known(of.boundNs(0.5, cut, false)),
            known(of.boundNs(0.5, cut, true)),
            known(of.percentileNs(0.95)),
            known(of.percentileNs(0.99)),
            known(of.boundNs(0.99, cut, false)),
            known(of.boundNs(0.99, cut, true)),
            none ? null : (Long) of.maxNs()
        };
    }

    private static @Nullable Long known(long ns) {
        return ns < 0 ? null : (Long) ns;
    }

    private Table byTask(int top) {
        List<Integer> order = IntStream.range(0, tasks.size())
                .filter(task -> moved(task) > 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer task) -> -moved(task)).thenComparingInt(tasks::pid))
                .toList();
        var rows = new ArrayList<@Nullable Object[]>();
        for (int task : order.subList(0, Math.min(top, order.size())))
            for (MoveCause cause : MoveCause.values()) {
                long n = moves.counts().ofTask(task, cause);
                if (n > 0) rows.add(new @Nullable Object[] {name(task), (long) tasks.pid(task), cause.id(), n});
            }
        return Table.of(
                        "by_task",
                        "By task, who moved most first",
                        List.of(
                                text("task", "Task"),
                                count("pid", "Pid"),
                                text("cause", "Cause"),
                                count("count", "Count")),
                        rows)
                .withNotes(cutNote(order.size(), top));
    }

    private Table pingPongs(int top) {
        PingPongs of = moves.pingPongs();
        List<Integer> order = IntStream.range(0, tasks.size())
                .filter(task -> of.count(task) > 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer task) -> -of.count(task))
                        .thenComparingInt(tasks::pid))
                .toList();
        var rows = new ArrayList<@Nullable Object[]>();
        for (int task : order.subList(0, Math.min(top, order.size())))
            rows.add(new @Nullable Object[] {
                name(task),
                (long) tasks.pid(task),
                of.count(task),
                of.within(task),
                of.unrun(task),
                of.returnSumNs(task) / of.count(task),
                of.returnMinNs(task)
            });
        var notes = new ArrayList<>(cutNote(order.size(), top));
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
                                count("quick", "Quick"),
                                count("never_ran", "Never ran there"),
                                ms("return_mean_ns", "Mean return ms"),
                                ms("return_min_ns", "Shortest ms")),
                        rows)
                .withNotes(notes);
    }

    private static List<String> cutNote(int n, int top) {
        return n > top ? List.of("the first " + top + " of " + n + " tasks") : List.of();
    }

    private Table matrix(Topology topology) {
        var rows = new ArrayList<@Nullable Object[]>();
        moves.pairs()
                .forEach((from, to, n, pingPongs) -> rows.add(new @Nullable Object[] {
                    (long) from, (long) to, topology.distance(from, to).id(), n, pingPongs
                }));
        return Table.of(
                        "matrix",
                        "From CPU to CPU",
                        List.of(
                                count("from_cpu", "From"),
                                count("to_cpu", "To"),
                                text("distance", "Distance"),
                                count("count", "Count"),
                                count("ping_pongs", "Ping-pongs")),
                        rows)
                .withNotes(List.of("without forks; a ping-pong is counted where the task comes back"));
    }

    private long moved(int task) {
        long sum = 0;
        for (MoveCause cause : MoveCause.values()) sum += moves.counts().ofTask(task, cause);
        return sum;
    }

    private @Nullable String name(int task) {
        return tasks.comm(task) == 0 ? null : comms.text(tasks.comm(task));
    }

    private static @Nullable String distance(int ordinal) {
        return ordinal == MoveCounts.DISTANCE_UNKNOWN ? null : Distance.values()[ordinal].id();
    }
}
