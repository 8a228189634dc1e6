package rewake.observe.wake;

import rewake.observe.LatencyHistogram;
import rewake.observe.Selection;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.TaskState;
import rewake.timeline.Timeline;
import rewake.timeline.TimelineListener;

/**
 * How CPUs leave idleness: how long each state lasted, and, where a wake-up was sent to a CPU in it, how long it took from
 * sched_waking to the end of the state, and to the first task that ran. Times in ns.
 *
 * <p>Beside the states there is idleness as a whole, from the switch to the idle task to the switch to another one: known
 * without cpu_idle too.
 */
public final class IdleExits implements IdleStates.Exits, TimelineListener {
    /** Idleness as a whole. */
    public static final int WHOLE = -1;

    private static final long NEVER = Long.MIN_VALUE;

    /** What is counted of one state. */
    public static final class Counted {
        final LatencyHistogram lasted = new LatencyHistogram();
        final LatencyHistogram wakeToExit = new LatencyHistogram();
        final LatencyHistogram exitToRun = new LatencyHistogram();
        final LatencyHistogram wakeToRun = new LatencyHistogram();

        /** How long CPUs were in it, one an exit. */
        public LatencyHistogram lasted() {
            return lasted;
        }

        /** From the wake-up to the end of the state. */
        public LatencyHistogram wakeToExit() {
            return wakeToExit;
        }

        /** From the end of the state to the first task that ran. */
        public LatencyHistogram exitToRun() {
            return exitToRun;
        }

        /** From the wake-up to the first task that ran. */
        public LatencyHistogram wakeToRun() {
            return wakeToRun;
        }
    }

    private final Timeline timeline;
    private final Selection selection;
    private @Nullable Counted[] states = new Counted[4];
    private final Counted whole = new Counted();
    private int deepest = -1;
    // per CPU
    private long[] idleSince;
    private long[] sliceEnd;
    private long[] wokenNs;
    private int[] wokenIn;
    private int[] wokenTask;
    private long[] exitNs;

    /** Nothing counted yet. */
    public IdleExits(Timeline timeline, Selection selection) {
        this.timeline = timeline;
        this.selection = selection;
        int n = timeline.cpus();
        idleSince = never(n);
        sliceEnd = never(n);
        wokenNs = never(n);
        wokenIn = new int[n];
        wokenTask = new int[n];
        exitNs = never(n);
    }

    /** The highest index of a state that was left; −1 where none was. */
    public int deepest() {
        return deepest;
    }

    /** What was counted of a state, or of {@link #WHOLE}; null where none of it was left. */
    public @Nullable Counted of(int state) {
        if (state == WHOLE) return whole;
        return state < states.length ? states[state] : null;
    }

    @Override
    public void left(int cpu, int state, long sinceNs, long untilNs) {
        room(cpu);
        if (wokenNs[cpu] != NEVER && exitNs[cpu] < wokenNs[cpu]) {
            exitNs[cpu] = untilNs;
            exited(cpu);
        } else if (wokenNs[cpu] == NEVER) {
            exitNs[cpu] = untilNs;
        }
        if (selection.delay(cpu, untilNs)) counted(state).lasted.record(untilNs - sinceNs);
    }

    /** A wake-up of {@code task} that began at {@code wakingNs} was sent to {@code cpu}, which was in {@code code}. */
    void woken(int cpu, int code, int task, long wakingNs) {
        room(cpu);
        boolean idle = code <= CpuState.STATES - 1 || code == CpuState.IDLE.code() || code == CpuState.IDLE_LOOP.code();
        if (!idle || wokenNs[cpu] != NEVER) return;
        wokenNs[cpu] = wakingNs;
        wokenIn[cpu] = code;
        wokenTask[cpu] = task;
        if (exitNs[cpu] >= wakingNs) exited(cpu);
    }

    /** The wake-up of {@code task} goes elsewhere after all. */
    void wokenElsewhere(int cpu, int task) {
        if (cpu < wokenNs.length && wokenTask[cpu] == task) wokenNs[cpu] = NEVER;
    }

    @Override
    public void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {
        room(cpu);
        sliceEnd[cpu] = endNs;
    }

    @Override
    public void running(int cpu, int task, long timeNs) {
        room(cpu);
        if (timeline.tasks().isIdle(task)) {
            idleSince[cpu] = sliceEnd[cpu] == timeNs ? timeNs : NEVER;
            exitNs[cpu] = NEVER;
        } else if (idleSince[cpu] != NEVER) {
            if (selection.delay(cpu, timeNs)) whole.lasted.record(timeNs - idleSince[cpu]);
            idleSince[cpu] = NEVER;
        }
        if (wokenNs[cpu] != NEVER && !timeline.tasks().isIdle(task)) ran(cpu, timeNs);
        wokenNs[cpu] = NEVER;
    }

    @Override
    public void gap(int cpu, long timeNs) {
        room(cpu);
        idleSince[cpu] = NEVER;
        sliceEnd[cpu] = NEVER;
        wokenNs[cpu] = NEVER;
        exitNs[cpu] = NEVER;
    }

    private void exited(int cpu) {
        if (wokenIn[cpu] < CpuState.STATES && selection.delay(cpu, exitNs[cpu]))
            counted(wokenIn[cpu]).wakeToExit.record(exitNs[cpu] - wokenNs[cpu]);
    }

    private void ran(int cpu, long timeNs) {
        if (!selection.delay(cpu, timeNs)) return;
        whole.wakeToRun.record(timeNs - wokenNs[cpu]);
        if (wokenIn[cpu] >= CpuState.STATES) return;
        Counted state = counted(wokenIn[cpu]);
        state.wakeToRun.record(timeNs - wokenNs[cpu]);
        if (exitNs[cpu] >= wokenNs[cpu]) state.exitToRun.record(timeNs - exitNs[cpu]);
    }

    private Counted counted(int state) {
        if (state >= states.length) states = Arrays.copyOf(states, state + 1);
        deepest = Math.max(deepest, state);
        Counted counted = states[state];
        if (counted == null) {
            counted = new Counted();
            states[state] = counted;
        }
        return counted;
    }

    private void room(int cpu) {
        if (cpu < idleSince.length) return;
        int n = Math.max(cpu + 1, timeline.cpus());
        idleSince = grown(idleSince, n);
        sliceEnd = grown(sliceEnd, n);
        wokenNs = grown(wokenNs, n);
        wokenIn = Arrays.copyOf(wokenIn, n);
        wokenTask = Arrays.copyOf(wokenTask, n);
        exitNs = grown(exitNs, n);
    }

    private static long[] never(int n) {
        return grown(new long[0], n);
    }

    private static long[] grown(long[] from, int n) {
        long[] out = Arrays.copyOf(from, n);
        Arrays.fill(out, from.length, n, NEVER);
        return out;
    }
}
