package rewake.observe.move;

import rewake.observe.LatencyHistogram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How long tasks waited that were moved from queue to queue while they waited for a CPU, by the cause of their last move: until
 * the first move, from the last move until they ran, and in all. The parts add up to all but for the time between the moves
 * of a task that moved more than once in one wait.
 */
public final class MovedWaits {
    private static final long NONE = -1;
    private static final int CAUSES = MoveCause.values().length;

    /** Part of a wait. */
    public enum Part {
        /** Until the first move. */
        BEFORE,
        /** From the last move on. */
        AFTER,
        /** The whole wait. */
        ALL;

        /** The stable lower-case name in machine output. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final LatencyHistogram[][] waits = new LatencyHistogram[CAUSES][Part.values().length];
    private final long[] cut = new long[CAUSES];
    private long[] firstNs = new long[0];
    private long[] lastNs = new long[0];
    private int[] number = new int[0];
    private @Nullable MoveCause[] cause = new MoveCause[0];
    private long[] doneSince = new long[0];
    private long[] doneRun = new long[0];
    private boolean[] wasCut = new boolean[0];

    MovedWaits() {
        for (LatencyHistogram[] parts : waits) for (int i = 0; i < parts.length; i++) parts[i] = new LatencyHistogram();
    }

    /** A task moves, from queue to queue or not; returns the number of the move among the task's. */
    int moved(int task, boolean waits, long timeNs) {
        room(task);
        if (doneRun[task] != NONE) firstNs[task] = NONE;
        doneRun[task] = NONE;
        cause[task] = null;
        wasCut[task] = false;
        if (waits) {
            if (firstNs[task] == NONE) firstNs[task] = timeNs;
            lastNs[task] = timeNs;
        }
        return ++number[task];
    }

    /** The cause of a move is known. */
    void caused(int task, int move, MoveCause is) {
        if (number[task] != move) return;
        cause[task] = is;
        if (doneRun[task] != NONE) count(task, is);
        if (wasCut[task]) cut[is.ordinal()]++;
        wasCut[task] = false;
    }

    /** A wait has ended; it counts or not. */
    void waited(int task, long sinceNs, long runNs, boolean counts) {
        if (task >= firstNs.length || firstNs[task] == NONE || doneRun[task] != NONE) return;
        if (counts) {
            doneSince[task] = sinceNs;
            doneRun[task] = runNs;
            MoveCause is = cause[task];
            if (is != null) count(task, is);
        }
        if (doneRun[task] == NONE) firstNs[task] = NONE;
    }

    /** The end of a wait is not in the trace; it counts as cut or not. */
    void waitCut(int task, boolean counts) {
        if (task >= firstNs.length || firstNs[task] == NONE || doneRun[task] != NONE) return;
        firstNs[task] = NONE;
        if (!counts) return;
        MoveCause is = cause[task];
        if (is == null) wasCut[task] = true;
        else cut[is.ordinal()]++;
    }

    private void count(int task, MoveCause is) {
        LatencyHistogram[] parts = waits[is.ordinal()];
        parts[Part.BEFORE.ordinal()].record(firstNs[task] - doneSince[task]);
        parts[Part.AFTER.ordinal()].record(doneRun[task] - lastNs[task]);
        parts[Part.ALL.ordinal()].record(doneRun[task] - doneSince[task]);
        doneRun[task] = NONE;
        firstNs[task] = NONE;
    }

    /** Waits of tasks whose last move had this cause. */
    public LatencyHistogram of(MoveCause is, Part part) {
        return waits[is.ordinal()][part.ordinal()];
    }

    /** How many such waits did not end in the trace. */
    public long cut(MoveCause is) {
        return cut[is.ordinal()];
    }

    /** The same of all causes. */
    public long cut() {
        return Arrays.stream(cut).sum();
    }

    private void room(int task) {
        int old = firstNs.length;
        if (task < old) return;
        int n = Math.max(task + 1, Math.max(256, old * 2));
        firstNs = Arrays.copyOf(firstNs, n);
        Arrays.fill(firstNs, old, n, NONE);
        lastNs = Arrays.copyOf(lastNs, n);
        number = Arrays.copyOf(number, n);
        cause = Arrays.copyOf(cause, n);
        doneSince = Arrays.copyOf(doneSince, n);
        doneRun = Arrays.copyOf(doneRun, n);
        Arrays.fill(doneRun, old, n, NONE);
        wasCut = Arrays.copyOf(wasCut, n);
    }
}
