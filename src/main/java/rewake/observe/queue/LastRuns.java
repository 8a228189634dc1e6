package rewake.observe.queue;

import java.util.Arrays;
import rewake.event.TaskState;
import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;
import rewake.timeline.Tasks;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;

/**
 * How long ago a woken task had last run on the CPU chosen for it: from when it left that CPU to its wake-up. Wake-ups of tasks
 * that were still queued choose nothing and are left out.
 *
 * <p>Of each task the {@value #KEPT} CPUs are kept on which it ran last, the latest first: 128 bytes a task on any machine. What
 * was longer ago than all of these is counted, not measured.
 */
public final class LastRuns implements TimelineListener {
    private static final int KEPT = 16;
    private static final int CPU_BITS = 16;

    private final Timeline timeline;
    private final Selection selection;
    /** By task, {@link #KEPT} each: ns since the trace began + 1, and the CPU in the lower bits; 0 for none. */
    private long[] kept = new long[KEPT * 64];

    private final Where same = new Where();
    private final Where other = new Where();
    private final Where unknownPrev = new Where();
    private int queuedTask = Tasks.NONE;

    LastRuns(Timeline timeline, Selection selection) {
        this.timeline = timeline;
        this.selection = selection;
    }

    /** Wake-ups to one kind of CPU. */
    public static final class Where {
        private final LatencyHistogram ago = new LatencyHistogram();
        private long never;
        private long longAgo;

        /** How long ago, where it is known. */
        public LatencyHistogram ago() {
            return ago;
        }

        /** How many wake-ups sent their task to a CPU on which it had not run since the trace began. */
        public long never() {
            return never;
        }

        /** How many sent it where it had either not run, or before it ran on {@value #KEPT} others. */
        public long longAgo() {
            return longAgo;
        }

        /** All of both. */
        static Where sum(Where... all) {
            var sum = new Where();
            for (Where one : all) {
                sum.ago.add(one.ago);
                sum.never += one.never;
                sum.longAgo += one.longAgo;
            }
            return sum;
        }

        /** Number of wake-ups. */
        public long count() {
            return ago.count() + never + longAgo;
        }
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        int from = task * KEPT;
        if (from + KEPT > kept.length) kept = Arrays.copyOf(kept, Math.max(from + KEPT, kept.length * 2));
        int at = from;
        while (at < from + KEPT - 1 && kept[at] != 0 && cpu(kept[at]) != cpu) at++;
        System.arraycopy(kept, from, kept, from + 1, at - from);
        kept[from] = (endNs - timeline.firstNs() + 1) << CPU_BITS | cpu;
    }

    @Override
    public void enqueued(int cpu, int task, long timeNs) {
        queuedTask = task;
    }

    @Override
    public void woken(int task, int cpu, boolean queued, long timeNs) {
        boolean chose = task == queuedTask;
        queuedTask = Tasks.NONE;
        if (!chose || !selection.delay(cpu, timeNs)) return;
        int prev = timeline.prevCpu(task);
        Where where = prev == Tasks.NONE ? unknownPrev : prev == cpu ? same : other;
        long wokenNs = Math.max(timeline.wakingNs(task), timeline.offCpuNs(task));
        int from = task * KEPT;
        for (int at = from; at < from + KEPT && at < kept.length && kept[at] != 0; at++)
            if (cpu(kept[at]) == cpu) {
                where.ago.record(wokenNs - timeline.firstNs() + 1 - (kept[at] >>> CPU_BITS));
                return;
            }
        if (from + KEPT <= kept.length && kept[from + KEPT - 1] != 0) where.longAgo++;
        else where.never++;
    }

    private static int cpu(long entry) {
        return (int) (entry & (1 << CPU_BITS) - 1);
    }

    /** Wake-ups that left their task on the CPU it came from. */
    public Where same() {
        return same;
    }

    /** Wake-ups that sent their task to another CPU. */
    public Where other() {
        return other;
    }

    /** All wake-ups. */
    public Where all() {
        return Where.sum(same, other, unknownPrev);
    }
}
