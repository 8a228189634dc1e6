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
    private final int words;
    private int[] owner = new int[0];
    private long[] sharers = new long[0];

    /** One counter a group where {@code nodes} is 1. */
    CounterLines(int[] nodeOf, int nodes) {
        this.nodeOf = nodeOf;
        this.nodes = nodes;
        words = (nodeOf.length + 63) >> 6;
    }

    void room(int groups) {
        int old = owner.length;
        owner = Arrays.copyOf(owner, groups * nodes);
        Arrays.fill(owner, old, owner.length, NOBODY);
        sharers = Arrays.copyOf(sharers, owner.length * words);
    }

    /** {@code cpu} adds to the counter of its node. */
    int write(int group, int cpu) {
        int line = group * nodes + (nodes == 1 ? 0 : nodeOf[cpu]);
        int last = owner[line];
        int result = last == cpu && isAlone(line, cpu) ? HIT : transfer(last, cpu);
        owner[line] = cpu;
        int from = line * words;
        for (int w = 0; w < words; w++) sharers[from + w] = 0;
        sharers[from + (cpu >> 6)] = 1L << cpu;
        return result;
    }

    private boolean isAlone(int line, int cpu) {
        int from = line * words;
        for (int w = 0; w < words; w++) if (sharers[from + w] != (w == cpu >> 6 ? 1L << cpu : 0)) return false;
        return true;
    }

    /** {@code cpu} reads one of the group's counters. */
    int read(int group, int counter, int cpu) {
        int line = group * nodes + counter;
        int word = line * words + (cpu >> 6);
        long bit = 1L << cpu;
        if ((sharers[word] & bit) != 0) return HIT;
        sharers[word] |= bit;
        return transfer(owner[line], cpu);
    }

    private int transfer(int from, int to) {
        return from != NOBODY && nodeOf[from] != nodeOf[to] ? CROSS_NODE : LOCAL;
    }
}
