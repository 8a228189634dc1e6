package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * The tree of task groups, the same for all variants: per group and CPU a run queue, numbered {@code group · cpus + cpu},
 * and an entity with the queue's number that stands for it on the run queue of the group above. Group 0 is the root, whose
 * queues have no entity.
 */
final class GroupTree {
    final int cpus;

    private int count = 1;
    private int[] depth = new int[1];
    private long[] shares = new long[1];
    /** Groups with those below another before it, the root last. */
    private int[] bottomUp = new int[1];

    private int[] parent;
    private int[] group;
    private int[] cpu;

    GroupTree(int cpus) {
        this.cpus = cpus;
        parent = new int[cpus];
        Arrays.fill(parent, CfsRqs.NONE);
        group = new int[cpus];
        cpu = new int[cpus];
        Arrays.setAll(cpu, i -> i);
    }

    /** Adds a group with 1024 times {@code itsShares}. */
    int add(int above, long itsShares) {
        int added = count++;
        depth = Arrays.copyOf(depth, count);
        depth[added] = depth[above] + 1;
        shares = Arrays.copyOf(shares, count);
        shares[added] = itsShares << 10;
        int at = 0;
        while (depth[bottomUp[at]] >= depth[added]) at++;
        bottomUp = Arrays.copyOf(bottomUp, count);
        System.arraycopy(bottomUp, at, bottomUp, at + 1, added - at);
        bottomUp[at] = added;
        int n = queues();
        parent = Arrays.copyOf(parent, n);
        group = Arrays.copyOf(group, n);
        cpu = Arrays.copyOf(cpu, n);
        for (int c = 0; c < cpus; c++) {
            int q = queue(added, c);
            parent[q] = queue(above, c);
            group[q] = added;
            cpu[q] = c;
        }
        return added;
    }

    /** Number of groups, the root among them. */
    int count() {
        return count;
    }

    /** Number of run queues. */
    int queues() {
        return count * cpus;
    }

    int queue(int ofGroup, int onCpu) {
        return ofGroup * cpus + onCpu;
    }

    /** The groups, each after those below it. */
    int bottomUp(int at) {
        return bottomUp[at];
    }

    /** How an entity that is a group's is written where it can also be a task; and back. */
    static int entity(int q) {
        return -2 - q;
    }

    boolean isRoot(int q) {
        return q < cpus;
    }

    /** The queue that the entity of {@code q} is on. */
    int parent(int q) {
        return parent[q];
    }

    int group(int q) {
        return group[q];
    }

    int cpu(int q) {
        return cpu[q];
    }

    int depth(int q) {
        return depth[group[q]];
    }

    /** Levels between a group and the root: 0 is the root itself. */
    int depthOf(int ofGroup) {
        return depth[ofGroup];
    }

    /** 1024 times the shares of the group of {@code q}. */
    long shares(int q) {
        return shares[group[q]];
    }
}
