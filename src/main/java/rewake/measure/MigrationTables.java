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
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Comms;
import rewake.event.Distance;
import rewake.event.ImportStats;
import rewake.event.Topology;
import rewake.observe.LatencyBounds;
import rewake.observe.LatencyHistogram;
import rewake.observe.move.Migrations;
import rewake.observe.move.MoveCause;
import rewake.observe.move.MoveCounts;
import rewake.observe.move.MoveReason;
import rewake.observe.move.MovedWaits;
import rewake.report.Column;
import rewake.report.Table;

/** The tables of {@code rewake migrations}. */
public final class MigrationTables {
    private final Migrations moves;
    private final MovedTaskTables ofTasks;
    private final LostEvents lost;
    private final boolean incomplete;

    /** Tables of what was counted, with bounds where events are missing. */
    public MigrationTables(Migrations moves, Comms comms, ImportStats stats) {
        this.moves = moves;
        lost = new LostEvents(stats);
        incomplete = lost.any();
        ofTasks = new MovedTaskTables(moves, comms, lost);
    }

    /**
     * Tables {@code migrations, total, moved_waits, by_task, ping_pongs} and {@code matrix}.
     *
     * @param top how many tasks are shown in each table of tasks
     */
    public List<Table> of(Topology topology, int top) {
        return List.of(
                migrations(),
                total(),
                movedWaits(),
                ofTasks.byTask(top),
                ofTasks.pingPongs(top),
                ofTasks.matrix(topology));
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
                        incomplete && cause == MoveCause.UNKNOWN ? null : lost.least(n, 1),
                        incomplete && cause == MoveCause.UNKNOWN ? null : lost.most(n + unknown(cause, d), 1),
                        fork ? null : share(n, all),
                        why
                    });
                    String note = reason.id() + ": " + reason.text();
                    if (why != null && !notes.contains(note)) notes.add(note);
                }
        if (counts.count(MoveCause.FORK) > 0)
            notes.add("fork: children that began on another CPU than their parent's; no sched_migrate_task tells of"
                    + " them, so they stand beside the total");
        if (incomplete) {
            notes.add(lost.note());
            notes.add("moves of unknown cause have no bounds: they may be of any other cause, and count in its high");
        }
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

    /** Moves that may be of this cause as well. */
    private long unknown(MoveCause cause, int distance) {
        if (cause == MoveCause.FORK || !incomplete) return 0;
        long sum = 0;
        for (MoveReason reason : MoveReason.values()) sum += moves.counts().count(MoveCause.UNKNOWN, reason, distance);
        return sum;
    }

    private Table total() {
        MoveCounts counts = moves.counts();
        long n = counts.migrations();
        long woken = moves.wakeups();
        return Table.of(
                "total",
                "In all",
                List.of(
                        count("migrations", "Migrations"),
                        shownIf(incomplete, count("migrations_low", "At least")),
                        shownIf(incomplete, count("migrations_high", "At most")),
                        count("unknown", "Cause unknown"),
                        count("wakeups", "Wake-ups"),
                        shownIf(incomplete, count("wakeups_low", "At least")),
                        shownIf(incomplete, count("wakeups_high", "At most")),
                        percent("wakeups_moved_share", "Of these moved %"),
                        number("migrations_per_wakeup", "Migrations per wake-up"),
                        shownIf(incomplete, number("migrations_per_wakeup_low", "At least")),
                        shownIf(incomplete, number("migrations_per_wakeup_high", "At most")),
                        count("forks", "Forks"),
                        shownIf(incomplete, count("forks_low", "At least")),
                        shownIf(incomplete, count("forks_high", "At most")),
                        count("forks_elsewhere", "To another CPU"),
                        shownIf(incomplete, count("forks_elsewhere_low", "At least")),
                        shownIf(incomplete, count("forks_elsewhere_high", "At most"))),
                List.<@Nullable Object[]>of(new @Nullable Object[] {
                    n,
                    n,
                    lost.most(n, 1),
                    counts.count(MoveCause.UNKNOWN),
                    woken,
                    lost.least(woken, 1),
                    lost.most(woken, 1),
                    share(counts.count(MoveCause.WAKEUP), woken),
                    share(n, woken),
                    perWakeup((Long) n, lost.most(woken, 1)),
                    perWakeup(lost.most(n, 1), lost.least(woken, 1)),
                    moves.forks(),
                    moves.forks(),
                    lost.most(moves.forks(), 1),
                    counts.count(MoveCause.FORK),
                    counts.count(MoveCause.FORK),
                    lost.most(counts.count(MoveCause.FORK), 1)
                }));
    }

    private static @Nullable Double perWakeup(@Nullable Long moves, @Nullable Long wakeups) {
        return moves == null || wakeups == null ? null : share(moves, wakeups);
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
        if (incomplete) notes.add(lost.note());
        else if (anyCut)
            notes.add("the bounds count waits that did not end in the trace as the shortest, or as the longest");
        return Table.of("moved_waits", "Moved while it waited", waitColumns(anyCut, anyCut || incomplete), rows)
                .withNotes(notes);
    }

    private List<Column> waitColumns(boolean anyCut, boolean bounds) {
        return List.of(
                text("cause", "Cause"),
                text("part", "Wait"),
                count("count", "Count"),
                shownIf(incomplete, count("count_low", "low")),
                shownIf(incomplete, count("count_high", "high")),
                shownIf(anyCut, count("cut", "Cut")),
                ms("sum_ns", "Sum ms"),
                shownIf(incomplete, ms("sum_low_ns", "low ms")),
                shownIf(incomplete, ms("sum_high_ns", "high ms")),
                detail(ms("mean_ns", "Mean ms")),
                ms("p50_ns", "p50 ms"),
                shownIf(bounds, ms("p50_low_ns", "p50 low ms")),
                shownIf(bounds, ms("p50_high_ns", "p50 high ms")),
                ms("p95_ns", "p95 ms"),
                ms("p99_ns", "p99 ms"),
                shownIf(bounds, ms("p99_low_ns", "p99 low ms")),
                shownIf(bounds, ms("p99_high_ns", "p99 high ms")),
                ms("max_ns", "Max ms"));
    }

    private @Nullable Object[] wait(MoveCause cause, MovedWaits.Part part, LatencyHistogram of, long cut) {
        boolean none = of.count() == 0;
        LatencyBounds bounds = bounds(cause, part, of, cut);
        return new @Nullable Object[] {
            cause.id(),
            part.id(),
            of.count(),
            incomplete ? bounds.countLow() : (Long) of.count(),
            incomplete ? bounds.countHigh() : (Long) of.count(),
            cut,
            of.sumNs(),
            incomplete ? bounds.sumLow() : (Long) of.sumNs(),
            incomplete ? bounds.sumHigh() : (Long) of.sumNs(),
            none ? null : (Long) (of.sumNs() / of.count()),
            known(of.percentileNs(0.5)),
            bounds.percentileLow(0.5),
            bounds.percentileHigh(0.5),
            known(of.percentileNs(0.95)),
            known(of.percentileNs(0.99)),
            bounds.percentileLow(0.99),
            bounds.percentileHigh(0.99),
            none ? null : (Long) of.maxNs()
        };
    }

    /** A wait whose cause is unknown may be of this one; one whose cause is unknown itself has no bounds. */
    private LatencyBounds bounds(MoveCause cause, MovedWaits.Part part, LatencyHistogram of, long cut) {
        if (!incomplete) return new LatencyBounds(of, cut, 0, LatencyBounds.UNKNOWN);
        if (cause == MoveCause.UNKNOWN) return new LatencyBounds(of, LatencyBounds.UNKNOWN, 0, LatencyBounds.UNKNOWN);
        long unknown = moves.waits().of(MoveCause.UNKNOWN, part).count();
        return lost.durations(of, moves.waits().cut() + unknown, moves.spanNs());
    }

    private static @Nullable Long known(long ns) {
        return ns < 0 ? null : (Long) ns;
    }

    private static @Nullable String distance(int ordinal) {
        return ordinal == MoveCounts.DISTANCE_UNKNOWN ? null : Distance.values()[ordinal].id();
    }
}
