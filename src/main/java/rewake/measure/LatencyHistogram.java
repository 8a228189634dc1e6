package rewake.measure;

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

    private static long middle(int bucket) {
        if (bucket < 2 * SUB) return bucket;
        int shift = bucket / SUB - 1;
        long low = (long) (bucket % SUB + SUB) << shift;
        return low + (1L << shift >> 1);
    }

    @Override
    public String toString() {
        return count + " durations, " + Arrays.stream(counts).filter(c -> c > 0).count() + " buckets";
    }
}
