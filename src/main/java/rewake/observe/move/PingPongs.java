package rewake.observe.move;

import java.util.Arrays;

/**
 * Ping-pongs: moves that undo the task's move before. A task that moves from A to B and with its very next move from B to A
 * makes one, whatever the causes and however long it stayed; from A to B to A to B makes two. Of these are counted apart
 * those that came back within a limit of time, and those that never ran on B: they moved for nothing.
 *
 * <p>Peers count none; the kernel's own limit for "still warm where it ran" is sched_migration_cost, 0.5 ms.
 */
public final class PingPongs {
    private static final int NONE = -1;

    private final long withinNs;
    private int[] from = new int[0];
    private int[] to = new int[0];
    private long[] movedNs = new long[0];
    private boolean[] ran = new boolean[0];
    private long[] count = new long[0];
    private long[] within = new long[0];
    private long[] unrun = new long[0];
    private long[] returnSum = new long[0];
    private long[] returnMin = new long[0];

    PingPongs(long withinNs) {
        this.withinNs = withinNs;
    }

    /** A task moves; returns whether that undoes its move before. Only what {@code counts} is counted. */
    boolean moved(int task, int source, int target, long timeNs, boolean counts) {
        room(task);
        boolean back = from[task] == target && to[task] == source;
        if (back && counts) count(task, timeNs - movedNs[task]);
        from[task] = source;
        to[task] = target;
        movedNs[task] = timeNs;
        ran[task] = false;
        return back;
    }

    /** A task starts to run. */
    void running(int task) {
        if (task < ran.length) ran[task] = true;
    }

    private void count(int task, long returnNs) {
        count[task]++;
        if (returnNs <= withinNs) within[task]++;
        if (!ran[task]) unrun[task]++;
        returnSum[task] += returnNs;
        returnMin[task] = count[task] == 1 ? returnNs : Math.min(returnMin[task], returnNs);
    }

    /** The limit of time, ns. */
    public long withinNs() {
        return withinNs;
    }

    /** Ping-pongs of a task. */
    public long count(int task) {
        return task < count.length ? count[task] : 0;
    }

    /** Those that came back within the limit. */
    public long within(int task) {
        return within[task];
    }

    /** Those that never ran where they had been moved to. */
    public long unrun(int task) {
        return unrun[task];
    }

    /** From a move to the one that undid it, ns, of all ping-pongs of a task. */
    public long returnSumNs(int task) {
        return returnSum[task];
    }

    /** The shortest of these, ns. */
    public long returnMinNs(int task) {
        return returnMin[task];
    }

    private void room(int task) {
        int old = from.length;
        if (task < old) return;
        int n = Math.max(task + 1, Math.max(256, old * 2));
        from = Arrays.copyOf(from, n);
        to = Arrays.copyOf(to, n);
        Arrays.fill(from, old, n, NONE);
        Arrays.fill(to, old, n, NONE);
        movedNs = Arrays.copyOf(movedNs, n);
        ran = Arrays.copyOf(ran, n);
        count = Arrays.copyOf(count, n);
        within = Arrays.copyOf(within, n);
        unrun = Arrays.copyOf(unrun, n);
        returnSum = Arrays.copyOf(returnSum, n);
        returnMin = Arrays.copyOf(returnMin, n);
    }
}
