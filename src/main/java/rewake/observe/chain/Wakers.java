package rewake.observe.chain;

import rewake.observe.LatencyHistogram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.timeline.Timeline;

/** Who wakes a task and whom it wakes, how often, and how long the woken then wait for a CPU. */
public final class Wakers {
    private final int pid;
    private final long startNs;
    private final long stopNs;
    private final @Nullable LatencyHistogram[] byInterrupt = new LatencyHistogram[WakeContext.values().length];
    private @Nullable LatencyHistogram[] byTask = new LatencyHistogram[0];
    private @Nullable LatencyHistogram[] wakes = new LatencyHistogram[0];

    Wakers(int pid, long startNs, long stopNs) {
        this.pid = pid;
        this.startNs = startNs;
        this.stopNs = stopNs;
    }

    /** A wait that ended; only those after wake-ups count. */
    void waited(Timeline timeline, int task, ChainKind kind, int waker, WakeContext in, long sinceNs, long runNs) {
        if (kind != ChainKind.WOKEN || runNs < startNs || runNs > stopNs) return;
        boolean task2task = in == WakeContext.TASK || in == WakeContext.TASK_OR_INTERRUPT;
        if (timeline.tasks().pid(task) == pid) {
            if (task2task) byTask = recorded(byTask, waker, runNs - sinceNs);
            else recorded(byInterrupt, in.ordinal(), runNs - sinceNs);
        } else if (task2task && timeline.tasks().pid(waker) == pid) wakes = recorded(wakes, task, runNs - sinceNs);
    }

    /** Wakes by a task; null for none. */
    public @Nullable LatencyHistogram by(int task) {
        return task < byTask.length ? byTask[task] : null;
    }

    /** Wakes in interrupts; null for none. */
    public @Nullable LatencyHistogram in(WakeContext interrupt) {
        return byInterrupt[interrupt.ordinal()];
    }

    /** Wakes of a task; null for none. */
    public @Nullable LatencyHistogram wakes(int task) {
        return task < wakes.length ? wakes[task] : null;
    }

    private static @Nullable LatencyHistogram[] recorded(@Nullable LatencyHistogram[] of, int index, long ns) {
        @Nullable
        LatencyHistogram[] room = index < of.length ? of : Arrays.copyOf(of, Math.max(index + 1, 2 * of.length));
        LatencyHistogram there = room[index];
        if (there == null) {
            there = new LatencyHistogram();
            room[index] = there;
        }
        there.record(ns);
        return room;
    }
}
