package rewake.store;

import java.util.Arrays;

/**
 * A winner tree over the next times of lanes: leaf {@code i} is lane {@code i}, every inner node the earlier of its two
 * children. Neighbouring CPUs alternate almost row by row, so a comparison that branches would be guessed wrong half of
 * the time; minima and the walk down to the winner need no branch.
 */
final class Tournament {
    /** The time of a lane that has no row to give. */
    static final long NONE = Long.MAX_VALUE;

    private long[] nodes = new long[2];
    private int leaves = 1;

    /** Makes room for {@code lanes} leaves, all {@link #NONE}. */
    void reset(int lanes) {
        leaves = Integer.highestOneBit(Math.max(1, 2 * lanes - 1));
        if (nodes.length < 2 * leaves) nodes = new long[2 * leaves];
        Arrays.fill(nodes, 0, 2 * leaves, NONE);
    }

    /** Sets a leaf before {@link #build}. */
    void set(int lane, long timeNs) {
        nodes[leaves + lane] = timeNs;
    }

    /** Plays all matches. */
    void build() {
        for (int i = leaves - 1; i > 0; i--) nodes[i] = Math.min(nodes[2 * i], nodes[2 * i + 1]);
    }

    /** The earliest time of all lanes. */
    long time() {
        return nodes[1];
    }

    /** The lane with the earliest time, or −1 where several have it. */
    int winner() {
        long time = nodes[1];
        int i = 1;
        boolean tied = false;
        while (i < leaves) {
            long left = nodes[2 * i];
            tied |= left == nodes[2 * i + 1];
            i = 2 * i + (left == time ? 0 : 1);
        }
        return tied ? -1 : i - leaves;
    }

    /** Replaces the time of a lane and plays its matches again. */
    void replace(int lane, long timeNs) {
        int i = leaves + lane;
        nodes[i] = timeNs;
        while (i > 1) {
            i >>>= 1;
            nodes[i] = Math.min(nodes[2 * i], nodes[2 * i + 1]);
        }
    }

    /** Whether a lane is at {@code timeNs}. */
    boolean at(int lane, long timeNs) {
        return nodes[leaves + lane] == timeNs;
    }
}
