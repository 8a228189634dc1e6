package rewake.replay.pelt;

import java.util.Arrays;

/** CPU time that each group's tasks got as recorded, those of groups below included; the root's is all of the fair class. */
public final class GroupTime {
    private static final int NONE = -1;

    private final int[] parents;
    private final int[] runs;
    private final long[] since;
    private final long[] ns;

    GroupTime(int[] parents, int cpus) {
        this.parents = parents;
        runs = new int[cpus];
        Arrays.fill(runs, NONE);
        since = new long[cpus];
        ns = new long[parents.length];
    }

    /** From {@code now} on {@code cpu} runs a task of {@code group}, or nothing of the fair class where below 0. */
    void runs(int cpu, int group, long now) {
        if (runs[cpu] != NONE) {
            long ran = Math.max(0, now - since[cpu]);
            for (int g = runs[cpu]; g != 0; g = parents[g]) ns[g] += ran;
            ns[0] += ran;
        }
        runs[cpu] = group;
        since[cpu] = now;
    }

    void clear() {
        Arrays.fill(ns, 0);
    }

    /** CPU time of a group, ns. */
    public long ns(int group) {
        return ns[group];
    }

    /** The group above; that of the root is the root. */
    public int parent(int group) {
        return parents[group];
    }
}
