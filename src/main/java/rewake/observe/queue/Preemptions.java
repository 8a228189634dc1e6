package rewake.observe.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.TaskState;
import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;
import rewake.timeline.WaitKind;

/**
 * Who lost its CPU to whom while it could still run, how long it then waited until it ran again, and how long it had run.
 *
 * <p>A switch away from a runnable task is involuntary: a preemption within the kernel ({@code R+}), or on the way back to user
 * space after its slice or a wake-up ({@code R}). {@code sched_yield} looks like the latter and counts with it. The wait is
 * booked on the task that was switched in first, whoever ran after it. A wait that ends in another CPU's switch counts as
 * well.
 */
public final class Preemptions implements TimelineListener {
    private final Timeline timeline;
    private final Selection selection;
    private final PairTable pairs = new PairTable();
    private final LatencyHistogram slices = new LatencyHistogram();
    private final LatencyHistogram waits = new LatencyHistogram();
    // per task
    private @Nullable Counts[] counts = new Counts[256];
    private int[] open = new int[256];
    // of the switch that is being followed
    private int victim = Tasks.NONE;
    private int victimCpu;

    Preemptions(Timeline timeline, Selection selection) {
        this.timeline = timeline;
        this.selection = selection;
        Arrays.fill(open, Tasks.NONE);
    }

    /** How often one task left its CPU and why. */
    public static final class Counts {
        private long voluntary;
        private long preempted;
        private long expired;
        private long cut;
        private final LatencyHistogram slices = new LatencyHistogram();
        private final LatencyHistogram waits = new LatencyHistogram();

        /** Switches away from it when it slept, stopped or ended. */
        public long voluntary() {
            return voluntary;
        }

        /** Switches away from it while it could run. */
        public long involuntary() {
            return preempted + expired;
        }

        /** Of these, within the kernel ({@code R+}). */
        public long preempted() {
            return preempted;
        }

        /** Waits whose end is not in the trace. */
        public long cut() {
            return cut;
        }

        /** How long it had run when it was switched out while it could run; runs whose start is in the trace. */
        public LatencyHistogram slices() {
            return slices;
        }

        /** How long it then waited. */
        public LatencyHistogram waits() {
            return waits;
        }
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        victim = Tasks.NONE;
        room(task);
        open[task] = Tasks.NONE;
        if (state == TaskState.UNKNOWN || !selection.delay(cpu, endNs)) return;
        Counts of = counts(task);
        if (!state.runnable()) {
            of.voluntary++;
            return;
        }
        if (state == TaskState.PREEMPTED) of.preempted++;
        else of.expired++;
        if (known) {
            of.slices.record(endNs - startNs);
            slices.record(endNs - startNs);
        }
        victim = task;
        victimCpu = cpu;
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        if (victim == Tasks.NONE || cpu != victimCpu) return;
        int slot = pairs.slot(victim, task);
        pairs.count(slot);
        open[victim] = slot;
        victim = Tasks.NONE;
    }

    @Override
    public void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {
        int slot = closes(task, kind);
        if (slot == Tasks.NONE) return;
        pairs.waited(slot, runNs - sinceNs);
        waits.record(runNs - sinceNs);
        counts(task).waits.record(runNs - sinceNs);
    }

    @Override
    public void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {
        int slot = closes(task, kind);
        if (slot == Tasks.NONE) return;
        pairs.cut(slot);
        counts(task).cut++;
    }

    private int closes(int task, WaitKind kind) {
        if (task >= open.length || kind == WaitKind.WAKEUP || kind == WaitKind.FORK) return Tasks.NONE;
        int slot = open[task];
        open[task] = Tasks.NONE;
        return slot;
    }

    private Counts counts(int task) {
        Counts of = counts[task];
        if (of == null) {
            of = new Counts();
            counts[task] = of;
        }
        return of;
    }

    private void room(int task) {
        int old = open.length;
        if (task < old) return;
        int n = Math.max(task + 1, old * 2);
        counts = Arrays.copyOf(counts, n);
        open = Arrays.copyOf(open, n);
        Arrays.fill(open, old, n, Tasks.NONE);
    }

    /**
     * One pair; both tasks are −1 where more pairs were seen than are kept.
     *
     * @param task who lost its CPU
     * @param by who was switched in
     * @param count how often
     * @param waitNs how long the task then waited, all such waits that ended in the trace, ns
     * @param maxNs the longest of them
     * @param cut how many did not
     */
    public record Pair(int task, int by, long count, long waitNs, long maxNs, long cut) {}

    /** All pairs, in the order in which they were seen first. */
    public List<Pair> pairs() {
        var out = new ArrayList<Pair>();
        for (int slot = 0; slot < pairs.size(); slot++)
            if (pairs.counted(slot) > 0)
                out.add(new Pair(
                        pairs.task(slot),
                        pairs.by(slot),
                        pairs.counted(slot),
                        pairs.waitNs(slot),
                        pairs.maxNs(slot),
                        pairs.cuts(slot)));
        return out;
    }

    /** What one task did, or null where it left no CPU in the window. */
    public @Nullable Counts of(int task) {
        return task < counts.length ? counts[task] : null;
    }

    /** Run before each involuntary switch, all tasks. */
    public LatencyHistogram slices() {
        return slices;
    }

    /** Wait after each involuntary switch, all tasks. */
    public LatencyHistogram waits() {
        return waits;
    }

    /** The tasks. */
    public Tasks tasks() {
        return timeline.tasks();
    }
}
