package rewake.observe;

import java.util.Arrays;

/**
 * Durations in a sparse log-linear histogram: 128 buckets an octave, so a percentile is off by at most 0.4 % of its value;
 * count, sum and maximum are exact. Values are ns ≥ 0. Histograms can be added up.
 */
public final class LatencyHistogram {
    private static final int SUB_BITS = 7;
    private static final int SUB = 1 << SUB_BITS;

    private int[] counts = new int[0];
    private int first;
    private long count;
    private long sum;
    private long max;
    private long min = Long.MAX_VALUE;

    /** Adds one duration. */
    public void record(long ns) {
        long v = Math.max(0, ns);
        int bucket = bucket(v);
        room(bucket, bucket);
        counts[bucket - first]++;
        count++;
        sum += v;
        if (v > max) max = v;
        if (v < min) min = v;
    }

    /** Adds all durations of another histogram. */
    public void add(LatencyHistogram other) {
        if (other.count == 0) return;
        room(other.first, other.first + other.counts.length - 1);
        for (int i = 0; i < other.counts.length; i++) counts[other.first + i - first] += other.counts[i];
        count += other.count;
        sum += other.sum;
        max = Math.max(max, other.max);
        min = Math.min(min, other.min);
    }

    /** Number of durations. */
    public long count() {
        return count;
    }

    /** Their sum, ns. */
    public long sumNs() {
        return sum;
    }

    /** The longest, ns; 0 where empty. */
    public long maxNs() {
        return max;
    }

    /** The shortest, ns; {@link Long#MAX_VALUE} where empty. */
    public long minNs() {
        return min;
    }

    /** Forgets all durations. */
    public void clear() {
        Arrays.fill(counts, 0);
        count = 0;
        sum = 0;
        max = 0;
        min = Long.MAX_VALUE;
    }

    /** How many buckets hold something. */
    public int buckets() {
        int n = 0;
        for (int c : counts) if (c != 0) n++;
        return n;
    }

    /**
     * The nearest-rank percentile.
     *
     * @param share 0 to 1
     * @return ns, the middle of its bucket, or −1 where empty
     */
    public long percentileNs(double share) {
        if (count == 0) return -1;
        long rank = Math.max(1, (long) Math.ceil(share * count - 1e-9));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) return Math.clamp(middle(first + i), min, max);
        }
        return max;
    }

    /**
     * The lowest or highest that a percentile can be when some more durations are not known: all of them shorter, or all of
     * them longer, than those that are.
     *
     * @param share 0 to 1
     * @param unknown how many durations are not known
     * @param highest whether the highest is asked
     * @return ns, or −1 where an unknown duration decides
     */
    public long boundNs(double share, long unknown, boolean highest) {
        long all = count + unknown;
        long rank = Math.max(1, (long) Math.ceil(share * all - 1e-9));
        if (!highest) rank -= unknown;
        return rank < 1 || rank > count ? -1 : percentileNs((double) rank / count);
    }

    /**
     * The lowest or highest that the duration of a rank can be, by its bucket: whatever a histogram gives as its percentile.
     *
     * @param rank 1 for the shortest, {@link #count} for the longest
     */
    long edgeNs(long rank, boolean highest) {
        if (rank < 1 || rank > count) throw new IllegalArgumentException("rank " + rank + " of " + count);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) return highest ? low(first + i + 1) - 1 : low(first + i);
        }
        throw new IllegalStateException(seen + " durations in buckets, " + count + " counted");
    }

    /** At most, or at least, the sum of the {@code n} longest or shortest durations. */
    long sumOf(long n, boolean longest) {
        long left = Math.min(n, count);
        double sum = 0;
        for (int step = 0; step < counts.length && left > 0; step++) {
            int i = longest ? counts.length - 1 - step : step;
            long taken = Math.min(left, counts[i]);
            sum += (double) taken * (longest ? low(first + i + 1) - 1 : low(first + i));
            left -= taken;
        }
        return (long) sum;
    }

    /** Hears the buckets that hold something, from the lowest on. */
    public interface Buckets {
        /**
         * One bucket.
         *
         * @param lowNs its lowest duration
         * @param highNs its highest duration
         * @param n how many durations are in it
         */
        void bucket(long lowNs, long highNs, long n);
    }

    /** Tells all buckets that hold something: the distribution, and what another histogram can be added to. */
    public void forEach(Buckets to) {
        for (int i = 0; i < counts.length; i++)
            if (counts[i] != 0) to.bucket(low(first + i), low(first + i + 1) - 1, counts[i]);
    }

    private void room(int from, int to) {
        if (counts.length == 0) {
            first = from;
            counts = new int[to - from + 1];
            return;
        }
        int last = first + counts.length - 1;
        if (from >= first && to <= last) return;
        int newFirst = from < first ? Math.max(0, Math.min(from, first - counts.length / 2)) : first;
        int newLast = to > last ? Math.max(to, last + counts.length / 2) : last;
        int[] wider = new int[newLast - newFirst + 1];
        System.arraycopy(counts, 0, wider, first - newFirst, counts.length);
        counts = wider;
        first = newFirst;
    }

    /** Values below 256 have a bucket of their own; above, the seven bits after the highest choose one. */
    private static int bucket(long v) {
        if (v < 2 * SUB) return (int) v;
        int shift = 63 - Long.numberOfLeadingZeros(v) - SUB_BITS;
        return (shift + 1) * SUB + (int) (v >>> shift) - SUB;
    }

    private static long low(int bucket) {
        return bucket < 2 * SUB ? bucket : (long) (bucket % SUB + SUB) << (bucket / SUB - 1);
    }

    private static long middle(int bucket) {
        return bucket < 2 * SUB ? bucket : low(bucket) + ((1L << (bucket / SUB - 1)) >> 1);
    }

    @Override
    public String toString() {
        return count + " durations, " + Arrays.stream(counts).filter(c -> c > 0).count() + " buckets";
    }
}
