package rewake.observe.queue;

import java.util.Arrays;
import rewake.observe.Selection;

/**
 * Tasks queued and CPUs busy over time, in at most {@value #POINTS} equal steps: where the time is longer than the steps reach,
 * two become one.
 */
public final class QueueSeries {
    private static final int POINTS = 512;
    private static final long FIRST_STEP_NS = 1 << 10;

    private final Selection selection;
    private final long[] taskNs = new long[POINTS];
    private final long[] busyNs = new long[POINTS];
    private long startNs;
    private long stepNs = FIRST_STEP_NS;
    private long nowNs;

    QueueSeries(Selection selection) {
        this.selection = selection;
    }

    void begin(long timeNs) {
        startNs = selection.clip(timeNs);
        nowNs = startNs;
    }

    /** Up to now so many tasks were queued and so many CPUs busy. */
    void pass(int tasks, int busy, long timeNs) {
        long until = selection.clip(timeNs);
        while (until - startNs > stepNs * POINTS) halve();
        while (nowNs < until) {
            int point = (int) ((nowNs - startNs) / stepNs);
            long stop = Math.min(until, startNs + (point + 1) * stepNs);
            taskNs[point] += tasks * (stop - nowNs);
            busyNs[point] += busy * (stop - nowNs);
            nowNs = stop;
        }
    }

    private void halve() {
        stepNs *= 2;
        halve(taskNs);
        halve(busyNs);
    }

    private static void halve(long[] points) {
        for (int i = 0; i < POINTS / 2; i++) points[i] = points[2 * i] + points[2 * i + 1];
        Arrays.fill(points, POINTS / 2, POINTS, 0);
    }

    /** Hears one step of the series. */
    public interface Points {
        /**
         * One step.
         *
         * @param tasks mean number of queued tasks, the running ones included
         * @param busy mean number of CPUs that ran a task
         */
        void point(long fromNs, long toNs, double tasks, double busy);
    }

    /** Tells all steps, the last one up to where the time ended. */
    public void forEach(Points to) {
        for (int i = 0; i < POINTS && startNs + i * stepNs < nowNs; i++) {
            long from = startNs + i * stepNs;
            long until = Math.min(nowNs, from + stepNs);
            to.point(from, until, (double) taskNs[i] / (until - from), (double) busyNs[i] / (until - from));
        }
    }
}
