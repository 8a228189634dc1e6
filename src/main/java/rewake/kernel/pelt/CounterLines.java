package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * In whose caches the counters of groups are, each in a cache line of its own: a line belongs to who wrote last, and is
 * shared by who has read it since. A transfer is an access by anybody else. Lines that nobody wrote yet belong to nobody, and
 * what a cache is too small to hold is not modelled.
 */
final class CounterLines {
    private static final int NOBODY = -1;

    /** An access that needs no transfer, one from the own node, one from another. */
    static final int HIT = 0;

    static final int LOCAL = 1;
    static final int CROSS_NODE = 2;

    private final int[] nodeOf;
    private final int nodes;
    private final int cpus;
    private int[] owner = new int[0];
    /** Times the counter was written, and whether another CPU has read it since. */
    private int[] version = new int[0];

    private boolean[] shared = new boolean[0];
    /** By counter and CPU: the version in its cache. */
    private int[] cached = new int[0];

    /** One counter a group where {@code nodes} is 1. */
    CounterLines(int[] nodeOf, int nodes) {
        this.nodeOf = nodeOf;
        this.nodes = nodes;
        cpus = nodeOf.length;
    }

    /** The same lines in the same caches. */
    CounterLines(CounterLines of) {
        this(of.nodeOf, of.nodes);
        owner = of.owner.clone();
        version = of.version.clone();
        shared = of.shared.clone();
        cached = of.cached.clone();
    }

    void room(int groups) {
        int old = owner.length;
        int n = groups * nodes;
        owner = Arrays.copyOf(owner, n);
        Arrays.fill(owner, old, n, NOBODY);
        version = Arrays.copyOf(version, n);
        Arrays.fill(version, old, n, 1);
        shared = Arrays.copyOf(shared, n);
        cached = Arrays.copyOf(cached, n * cpus);
    }

    /** {@code cpu} adds to the counter of its node. */
    int write(int group, int cpu) {
        int line = group * nodes + (nodes == 1 ? 0 : nodeOf[cpu]);
        int last = owner[line];
        int result = last == cpu && !shared[line] ? HIT : transfer(last, cpu);
        owner[line] = cpu;
        shared[line] = false;
        cached[line * cpus + cpu] = ++version[line];
        return result;
    }

    /** {@code cpu} reads one of the group's counters. */
    int read(int group, int counter, int cpu) {
        int line = group * nodes + counter;
        int at = line * cpus + cpu;
        if (cached[at] == version[line]) return HIT;
        cached[at] = version[line];
        shared[line] = true;
        return transfer(owner[line], cpu);
    }

    private int transfer(int from, int to) {
        return from != NOBODY && nodeOf[from] != nodeOf[to] ? CROSS_NODE : LOCAL;
    }
}
