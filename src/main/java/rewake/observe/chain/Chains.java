package rewake.observe.chain;

import rewake.observe.Coverage;
import rewake.observe.Selection;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.ImportStats;
import rewake.event.TaskState;
import rewake.event.TraceFacts;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.TimelineTracker;
import rewake.timeline.WaitKind;

/**
 * The critical path of a task: who waited for whom, back from the end of a window. A pass over the trace fills a {@link ChainLog}
 * with the newest entries before the place where the {@link ChainWalk} stands, the walk goes back through them, and if it then
 * needs older ones, another pass fills the log anew. So memory is that of the log and of the path, and a window needs as many
 * passes as it is longer than the log.
 */
public final class Chains {
    private static final int NONE = -1;

    private final TraceFacts facts;
    private final int pid;
    private final long startNs;
    private final long stopNs;
    private final boolean followSoftirq;
    private final int capacity;
    private @Nullable ChainPath path;
    private @Nullable ChainWalk walk;
    private int passes;

    /**
     * A path.
     *
     * @param pid thread id of the task
     * @param startNs beginning of the window; the trace's own where that is later
     * @param stopNs its end; the trace's own, or the task's, where that is earlier
     * @param followSoftirq whether a wake in a soft interrupt on top of a task is taken as that task's
     * @param entries how many entries the log holds at most
     */
    public Chains(TraceFacts facts, int pid, long startNs, long stopNs, boolean followSoftirq, int entries) {
        this.facts = facts;
        this.pid = pid;
        this.startNs = startNs;
        this.stopNs = stopNs;
        this.followSoftirq = followSoftirq;
        capacity = entries;
    }

    /** Memory of a log entry. */
    public static int bytesPerEntry() {
        return ChainLog.BYTES;
    }

    /** A pass over the trace from its beginning; {@link Pass#finish} ends it. */
    public Pass pass(ImportStats stats) {
        passes++;
        return new Pass(stats, walk == null ? Long.MAX_VALUE : walk.number());
    }

    /** Whether the path is complete, or there is none. */
    public boolean done() {
        return walk == null || walk.done();
    }

    /** The path, or null where the trace has no such task within the window. */
    public @Nullable ChainPath path() {
        return path;
    }

    /** Passes that were made. */
    public int passes() {
        return passes;
    }

    /** How often the walk met a task that did not run where it should have. */
    public int contradictions() {
        return walk == null ? 0 : walk.contradictions();
    }

    /** One pass: what it saw of the whole trace, whatever the log held. */
    public final class Pass implements EventConsumer, TimelineListener {
        private final TimelineTracker tracker;
        private final Timeline timeline;
        private final Coverage coverage;
        private final Wakers wakers = new Wakers(pid, startNs, stopNs);
        private final ChainLog log = new ChainLog(capacity);
        private final long limit;
        private long spanNs;
        private boolean begun;
        private boolean ended;
        private int nowCpu;
        private int nowTask;
        private int[] out = new int[0];
        private long[] wakeNs = new long[0];
        private long[] wakeNumber = new long[0];
        private long[] outNumber = new long[0];
        private int[] forker = new int[0];
        private int[] forkerCpu = new int[0];

        private Pass(ImportStats stats, long limit) {
            this.limit = limit;
            tracker = new TimelineTracker(facts, stats, this);
            timeline = tracker.timeline();
            coverage = new Coverage(timeline, new Selection(new java.util.BitSet(), startNs, stopNs));
        }

        @Override
        public void firstOf(EventBatch lane) {
            tracker.firstOf(lane);
        }

        @Override
        public void event(EventBatch batch, int row) {
            if (!ended && batch.timeNs(row) > stopNs) stop(stopNs);
            begun = true;
            if (batch.kind(row) == EventKind.WAKEUP_NEW.ordinal()) {
                nowCpu = batch.cpu();
                nowTask = timeline.tasks().of(batch.currentPid(row), nowCpu);
            }
            tracker.event(batch, row);
        }

        /** Ends the pass and lets the walk go back as far as the log reaches. */
        public void finish() {
            if (!ended) stop(tracker.lastNs());
            tracker.finish();
            if (walk != null) walk.through(log);
        }

        /** Who woke the task and whom it woke. */
        public Wakers wakers() {
            return wakers;
        }

        /** How much of the window is known. */
        public Coverage coverage() {
            return coverage;
        }

        /** Where all stood at the end of the trace. */
        public Timeline timeline() {
            return timeline;
        }

        /** The window ends here. */
        private void stop(long atNs) {
            ended = true;
            if (walk == null) begin(atNs);
        }

        private void begin(long atNs) {
            int task = newest();
            if (task == NONE) return;
            TaskState state = timeline.state(task);
            boolean gone = state.dead() && !timeline.onRq(task);
            long end = gone ? timeline.offCpuNs(task) : atNs;
            path = new ChainPath(Math.max(startNs, timeline.firstNs()), end);
            int[] current = new int[Math.max(timeline.cpus(), facts.cpus())];
            for (int cpu = 0; cpu < current.length; cpu++)
                current[cpu] = cpu < timeline.cpus() && timeline.known(cpu) ? timeline.current(cpu) : NONE;
            walk = new ChainWalk(path, timeline.tasks(), current, log.next(), task, followSoftirq);
            WaitKind waits = timeline.waits(task);
            if (timeline.isRunning(task)) walk.runs(timeline.cpu(task));
            else if (waits != null) {
                Wait wait = waitOf(task, waits);
                walk.waits(
                        wait.kind,
                        timeline.cpu(task),
                        timeline.waitSince(task),
                        wait.number,
                        wait.by,
                        wait.cpu,
                        wait.in);
            } else walk.sleeps();
        }

        /** The newest task with the pid that was ever on a CPU or queued. */
        private int newest() {
            Tasks tasks = timeline.tasks();
            for (int task = tasks.size() - 1; task >= 0; task--)
                if (tasks.pid(task) == pid && timeline.cpu(task) != NONE) return task;
            return NONE;
        }

        private boolean logs() {
            return begun && !ended && log.next() < limit;
        }

        @Override
        public void slice(int cpu, int task, long sliceStartNs, long endNs, TaskState state, boolean known) {
            if (!logs()) return;
            room(task, cpu);
            out[cpu] = task;
            outNumber[task] = log.next() + 1; // after the entry of this very switch
        }

        @Override
        public void running(int cpu, int task, long timeNs) {
            if (!logs()) return;
            room(task, cpu);
            int prev = out[cpu] != NONE || !timeline.startKnown(cpu)
                    ? out[cpu]
                    : timeline.tasks().idle(cpu);
            out[cpu] = NONE;
            log.add(ChainLog.RUN, tracker.lastNs(), cpu, task, prev, 0);
        }

        @Override
        public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
            Wait wait = waitOf(task, kind);
            wakers.waited(timeline, task, wait.kind, wait.by, wait.in, sinceNs, runNs);
            if (logs()) log.waited(sinceNs, wait.number, wait.kind, wait.by, wait.cpu, wait.in);
        }

        private Wait waitOf(int task, WaitKind kind) {
            room(task, 0);
            return switch (kind) {
                case RUNNABLE -> wait.set(ChainKind.RUNNABLE, outNumber[task], NONE, NONE, WakeContext.NONE);
                case PREEMPTED -> wait.set(ChainKind.PREEMPTED, outNumber[task], NONE, NONE, WakeContext.NONE);
                case FORK ->
                    wait.set(ChainKind.FORKED, wakeNumber[task], forker[task], forkerCpu[task], WakeContext.TASK);
                case WAKEUP -> {
                    int by = timeline.waker(task);
                    WakeContext in = WakeContext.of(
                            timeline.wakeFlags(task), timeline.tasks().isIdle(by));
                    long from = Math.max(wakeNumber[task], outNumber[task]);
                    yield wait.set(ChainKind.WOKEN, from, by, timeline.wakerCpu(task), in);
                }
            };
        }

        /** What began the wait that was asked for last; one object for all, so that no event makes one. */
        private final Wait wait = new Wait();

        @Override
        public void waking(int task, long timeNs) {
            room(task, 0);
            wakeNs[task] = timeNs;
            wakeNumber[task] = log.next();
        }

        @Override
        public void woken(int task, int cpu, boolean queued, long timeNs) {
            room(task, cpu);
            if (wakeNs[task] != timeline.wakingNs(task)) waking(task, timeline.wakingNs(task));
        }

        @Override
        public void wokenNew(int task, int cpu, long timeNs) {
            room(task, cpu);
            wakeNumber[task] = log.next();
            forker[task] = nowTask;
            forkerCpu[task] = nowCpu;
        }

        @Override
        public void migrated(int task, int from, int to, boolean onRq, long timeNs) {
            if (onRq && logs() && !timeline.isRunning(task)) log.add(ChainLog.MOVE, timeNs, to, task, NONE, from);
        }

        @Override
        public void gap(int cpu, long timeNs) {
            if (logs()) log.add(ChainLog.GAP, timeNs, cpu, NONE, NONE, 0);
        }

        @Override
        public void covered(int cpu, long sinceNs, long untilNs) {
            coverage.covered(cpu, sinceNs, untilNs);
        }

        @Override
        public void end(long timeNs) {
            coverage.end(timeNs);
            spanNs = timeNs - timeline.firstNs();
        }

        /** From the first event of the trace to the last, ns: no wait is longer. */
        public long spanNs() {
            return spanNs;
        }

        private void room(int task, int cpu) {
            if (cpu >= out.length) {
                int old = out.length;
                out = Arrays.copyOf(out, Math.max(cpu + 1, 2 * old));
                Arrays.fill(out, old, out.length, NONE);
            }
            if (task < wakeNs.length) return;
            int n = Math.max(task + 1, 2 * wakeNs.length);
            wakeNs = Arrays.copyOf(wakeNs, n);
            wakeNumber = Arrays.copyOf(wakeNumber, n);
            outNumber = Arrays.copyOf(outNumber, n);
            forker = Arrays.copyOf(forker, n);
            forkerCpu = Arrays.copyOf(forkerCpu, n);
        }
    }

    private static final class Wait {
        private ChainKind kind = ChainKind.UNKNOWN;
        private long number;
        private int by;
        private int cpu;
        private WakeContext in = WakeContext.NONE;

        Wait set(ChainKind how, long firstNumber, int wokenBy, int byCpu, WakeContext context) {
            kind = how;
            number = firstNumber;
            by = wokenBy;
            cpu = byCpu;
            in = context;
            return this;
        }
    }
}
