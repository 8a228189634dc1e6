package rewake.observe.queue;

import java.util.Arrays;

/**
 * Counts by pair of tasks, in a table of primitives. At most {@value #MAX} pairs; what comes later is counted as
 * {@link #REST}.
 */
final class PairTable {
    static final int MAX = 1 << 20;
    /** The slot of all pairs that found no place. */
    static final int REST = 0;

    private static final long EMPTY = -1;

    private int[] slots = new int[1 << 10];
    private long[] pair = new long[1 << 9];
    private long[] count = new long[1 << 9];
    private long[] waitNs = new long[1 << 9];
    private long[] maxNs = new long[1 << 9];
    private long[] cut = new long[1 << 9];
    private int size = 1;

    PairTable() {
        pair[REST] = EMPTY;
    }

    /** The slot of a pair, which is new where it was never seen. */
    int slot(int task, int by) {
        long key = (long) task << 32 | by;
        int at = hash(key);
        for (; slots[at] != 0; at = at + 1 & slots.length - 1) if (pair[slots[at]] == key) return slots[at];
        if (size == MAX) return REST;
        if (size == pair.length) {
            grow();
            return slot(task, by);
        }
        pair[size] = key;
        slots[at] = size;
        return size++;
    }

    private int hash(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & slots.length - 1;
    }

    private void grow() {
        int n = pair.length * 2;
        pair = Arrays.copyOf(pair, n);
        count = Arrays.copyOf(count, n);
        waitNs = Arrays.copyOf(waitNs, n);
        maxNs = Arrays.copyOf(maxNs, n);
        cut = Arrays.copyOf(cut, n);
        slots = new int[n * 2];
        for (int slot = 1; slot < size; slot++) {
            int at = hash(pair[slot]);
            while (slots[at] != 0) at = at + 1 & slots.length - 1;
            slots[at] = slot;
        }
    }

    void count(int slot) {
        count[slot]++;
    }

    void waited(int slot, long ns) {
        waitNs[slot] += ns;
        maxNs[slot] = Math.max(maxNs[slot], ns);
    }

    void cut(int slot) {
        cut[slot]++;
    }

    int size() {
        return size;
    }

    int task(int slot) {
        return slot == REST ? -1 : (int) (pair[slot] >>> 32);
    }

    int by(int slot) {
        return slot == REST ? -1 : (int) pair[slot];
    }

    long counted(int slot) {
        return count[slot];
    }

    long waitNs(int slot) {
        return waitNs[slot];
    }

    long maxNs(int slot) {
        return maxNs[slot];
    }

    long cuts(int slot) {
        return cut[slot];
    }
}
