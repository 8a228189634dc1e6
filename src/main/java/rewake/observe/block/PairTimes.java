package rewake.observe.block;

import java.util.Arrays;

/** A time for each pair of a task and a CPU that was ever seen; open addressing, no allocation but to grow. */
final class PairTimes {
    private static final long FREE = -1;
    private static final int CPU_BITS = 20;

    private long[] keys = new long[1024];
    private long[] times = new long[1024];
    private int size;

    PairTimes() {
        Arrays.fill(keys, FREE);
    }

    void put(int task, int cpu, long timeNs) {
        long key = key(task, cpu);
        int slot = slot(key);
        if (keys[slot] == FREE) {
            if (++size * 2 > keys.length) {
                grow();
                slot = slot(key);
            }
            keys[slot] = key;
        }
        times[slot] = timeNs;
    }

    /** The newest time put, or {@code otherwise}. */
    long get(int task, int cpu, long otherwise) {
        int slot = slot(key(task, cpu));
        return keys[slot] == FREE ? otherwise : times[slot];
    }

    private static long key(int task, int cpu) {
        return ((long) task << CPU_BITS) | cpu;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
        while (keys[slot] != FREE && keys[slot] != key) slot = (slot + 1) & mask;
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldTimes = times;
        keys = new long[oldKeys.length * 2];
        times = new long[oldKeys.length * 2];
        Arrays.fill(keys, FREE);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] == FREE) continue;
            int slot = slot(oldKeys[i]);
            keys[slot] = oldKeys[i];
            times[slot] = oldTimes[i];
        }
    }
}
