package rewake.observe.move;

import java.util.Arrays;

/** Two counts for each pair of CPUs that tasks moved between, in an open hash of primitives. */
public final class CpuPairs {
    private int[] keys = new int[256];
    private long[] moves = new long[256];
    private long[] pingPongs = new long[256];
    private int size;

    /** CPUs are below 2¹⁵; key 0 is free, so keys are one up. */
    private static int key(int from, int to) {
        return (from << 16 | to) + 1;
    }

    void move(int from, int to, boolean pingPong) {
        int slot = slot(from, to);
        moves[slot]++;
        if (pingPong) pingPongs[slot]++;
    }

    /** Hears each pair. */
    public interface Sink {
        /**
         * One pair.
         *
         * @param moves moves from the one to the other
         * @param pingPongs those of them that undid the move before
         */
        void pair(int from, int to, long moves, long pingPongs);
    }

    /** Tells all pairs, by from and to. */
    public void forEach(Sink sink) {
        int[] sorted = Arrays.stream(keys).filter(k -> k != 0).sorted().toArray();
        for (int key : sorted) {
            int slot = find(key);
            sink.pair((key - 1) >>> 16, (key - 1) & 0xFFFF, moves[slot], pingPongs[slot]);
        }
    }

    private int slot(int from, int to) {
        int key = key(from, to);
        int slot = find(key);
        if (keys[slot] == key) return slot;
        if (++size * 2 > keys.length) {
            grow();
            slot = find(key);
        }
        keys[slot] = key;
        return slot;
    }

    private int find(int key) {
        int slot = (key * 0x9E3779B9) >>> 8 & keys.length - 1;
        while (keys[slot] != 0 && keys[slot] != key) slot = slot + 1 & keys.length - 1;
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        long[] oldMoves = moves;
        long[] oldPingPongs = pingPongs;
        keys = new int[oldKeys.length * 2];
        moves = new long[keys.length];
        pingPongs = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] == 0) continue;
            int slot = find(oldKeys[i]);
            keys[slot] = oldKeys[i];
            moves[slot] = oldMoves[i];
            pingPongs[slot] = oldPingPongs[i];
        }
    }
}
