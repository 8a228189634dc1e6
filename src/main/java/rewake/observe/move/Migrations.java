package rewake.observe.move;

import rewake.observe.ChosenTasks;
import rewake.observe.Coverage;
import rewake.observe.Selection;

import rewake.event.Comms;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.Topology;
import rewake.event.TraceFacts;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineTracker;
import rewake.timeline.WaitKind;

/**
 * What moved between CPUs, in one pass: every sched_migrate_task with its cause ({@link MoveCauses}) and distance, what
 * waiting tasks gained by it ({@link MovedWaits}), and what was undone ({@link PingPongs}). Forks that start a child elsewhere
 * stand beside: no sched_migrate_task tells of them.
 *
 * <p>Memory grows with tasks and with pairs of CPUs, never with events.
 */
public final class Migrations implements EventConsumer {
    private static final int WAKEUP_NEW = EventKind.WAKEUP_NEW.ordinal();
    private static final int DISTANCE_BITS = 3;

    private final Topology topology;
    private final Selection selection;
    private final ChosenTasks chosen;
    private final TimelineTracker tracker;
    private final Timeline timeline;
    private final Coverage coverage;
    private final MoveCauses causes;
    private final MoveCounts counts = new MoveCounts();
    private final MovedWaits waits = new MovedWaits();
    private final PingPongs pingPongs;
    private final CpuPairs pairs = new CpuPairs();
    private long wakeups;
    private long forks;
    private long spanNs;

    /**
     * Counts moves.
     *
     * @param selection by the CPU that a task moves to and the time of the move
     * @param pingPongNs what is a quick ping-pong
     */
    public Migrations(
            TraceFacts facts,
            Comms comms,
            ImportStats stats,
            Selection selection,
            ChosenTasks chosen,
            long pingPongNs) {
        topology = facts.topology();
        this.selection = selection;
        this.chosen = chosen;
        pingPongs = new PingPongs(pingPongNs);
        tracker = new TimelineTracker(facts, stats, new Heard());
        timeline = tracker.timeline();
        coverage = new Coverage(timeline, selection);
        causes = new MoveCauses(facts, comms, timeline, new Told());
    }

    @Override
    public void firstOf(EventBatch lane) {
        tracker.firstOf(lane);
    }

    @Override
    public void event(EventBatch batch, int row) {
        causes.event(batch, row);
        if (batch.kind(row) == WAKEUP_NEW) forked(batch, row);
        tracker.event(batch, row);
    }

    /** The trace has ended. */
    public void finish() {
        causes.end();
        tracker.finish();
    }

    /** The parent records it on its CPU, from the task that it is about to wake. */
    private void forked(EventBatch batch, int row) {
        int child = timeline.tasks().of(batch.pid(row), batch.cpu());
        int to = (int) batch.arg0(row);
        if (!counts(child, to, batch.timeNs(row))) return;
        forks++;
        if (to != batch.cpu()) counts.add(child, MoveCause.FORK, MoveReason.NONE, distance(batch.cpu(), to));
    }

    private boolean counts(int task, int cpu, long timeNs) {
        return selection.delay(Math.max(0, cpu), timeNs) && chosen.has(timeline.tasks(), task);
    }

    private int distance(int from, int to) {
        int n = topology.cpus();
        if (from < 0 || to < 0 || from >= n || to >= n) return MoveCounts.DISTANCE_UNKNOWN;
        return topology.distance(from, to).ordinal();
    }

    /** What was counted by cause. */
    public MoveCounts counts() {
        return counts;
    }

    /** What waiting tasks gained. */
    public MovedWaits waits() {
        return waits;
    }

    /** What was undone. */
    public PingPongs pingPongs() {
        return pingPongs;
    }

    /** From where to where. */
    public CpuPairs pairs() {
        return pairs;
    }

    /** Wake-ups that count, of which some moved. */
    public long wakeups() {
        return wakeups;
    }

    /** Children that were woken for the first time, on whatever CPU. */
    public long forks() {
        return forks;
    }

    /** How much of the trace is known. */
    public Coverage coverage() {
        return coverage;
    }

    /** From the first event of the trace to the last, ns: no wait is longer. */
    public long spanNs() {
        return spanNs;
    }

    /** Where all stood at the end. */
    public Timeline timeline() {
        return timeline;
    }

    private final class Told implements MoveListener {
        private static final long COUNTS = 1 << DISTANCE_BITS;

        @Override
        public long moved(int task, int from, int to, boolean waiting, long timeNs) {
            boolean counts = counts(task, to, timeNs);
            int number = waits.moved(task, waiting, timeNs);
            boolean back = pingPongs.moved(task, from, to, timeNs, counts);
            int distance = distance(from, to);
            if (counts && distance != MoveCounts.DISTANCE_UNKNOWN) pairs.move(from, to, back);
            return ((long) number << (DISTANCE_BITS + 1)) | (counts ? COUNTS : 0) | distance;
        }

        @Override
        public void caused(long move, int task, MoveCause cause, MoveReason reason) {
            waits.caused(task, (int) (move >> (DISTANCE_BITS + 1)), cause);
            if ((move & COUNTS) != 0) counts.add(task, cause, reason, (int) (move & (COUNTS - 1)));
        }
    }

    private final class Heard implements TimelineListener {
        @Override
        public void covered(int cpu, long sinceNs, long untilNs) {
            coverage.covered(cpu, sinceNs, untilNs);
        }

        @Override
        public void end(long timeNs) {
            coverage.end(timeNs);
            spanNs = timeNs - timeline.firstNs();
        }

        @Override
        public void woken(int task, int cpu, boolean queued, long timeNs) {
            if (counts(task, cpu, timeNs)) wakeups++;
        }

        @Override
        public void running(int cpu, int task, long timeNs) {
            pingPongs.running(task);
        }

        @Override
        public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
            waits.waited(task, sinceNs, runNs, counts(task, cpu, runNs));
        }

        @Override
        public void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {
            waits.waitCut(task, counts(task, cpu, untilNs));
        }
    }
}
