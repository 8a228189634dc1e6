package rewake.kernel;

/** Sets of CPUs as {@code long[]} words, bit {@code cpu & 63} of word {@code cpu >> 6}. */
public final class CpuMask {
    private CpuMask() {}

    /** An empty set for {@code cpus} CPUs. */
    public static long[] empty(int cpus) {
        return new long[(cpus + 63) >> 6];
    }

    /** The set of CPUs 0 to {@code cpus − 1}. */
    public static long[] all(int cpus) {
        long[] mask = empty(cpus);
        for (int cpu = 0; cpu < cpus; cpu++) set(mask, cpu);
        return mask;
    }

    /** Whether {@code cpu} is in the set. */
    public static boolean has(long[] mask, int cpu) {
        return (mask[cpu >> 6] & (1L << cpu)) != 0;
    }

    /** Puts {@code cpu} in. */
    public static void set(long[] mask, int cpu) {
        mask[cpu >> 6] |= 1L << cpu;
    }

    /** Takes {@code cpu} out. */
    public static void clear(long[] mask, int cpu) {
        mask[cpu >> 6] &= ~(1L << cpu);
    }

    /** Puts {@code cpu} in or takes it out. */
    public static void put(long[] mask, int cpu, boolean in) {
        if (in) set(mask, cpu);
        else clear(mask, cpu);
    }

    /** The lowest CPU of the set that is ≥ {@code from}, or −1. */
    public static int next(long[] mask, int from) {
        int word = from >> 6;
        if (word >= mask.length) return -1;
        long bits = mask[word] & (-1L << from);
        while (bits == 0) {
            if (++word == mask.length) return -1;
            bits = mask[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** The lowest CPU that is in both sets and ≥ {@code from}, or −1. The sets have the same length. */
    public static int nextOfBoth(long[] a, long[] b, int from) {
        int word = from >> 6;
        if (word >= a.length) return -1;
        long bits = a[word] & b[word] & (-1L << from);
        while (bits == 0) {
            if (++word == a.length) return -1;
            bits = a[word] & b[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Whether all of {@code a} are in {@code b} too. */
    static boolean within(long[] a, long[] b) {
        for (int word = 0; word < a.length; word++) if ((a[word] & ~b[word]) != 0) return false;
        return true;
    }

    /** How many CPUs are in the set. */
    public static int weight(long[] mask) {
        int n = 0;
        for (long word : mask) n += Long.bitCount(word);
        return n;
    }
}
