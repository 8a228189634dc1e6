package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * How far something was off, each value weighted by how long it stood (ns), or by 1 where it is read and not standing.
 * Values are whole numbers of the unit that {@link TgError} names; mean and maximum are exact, the 95th percentile is the middle of a
 * bucket: exact below 16, within 6.25 % above.
 */
public final class WeightedErrors {
    private static final int BITS = 3;
    private static final int BUCKETS = (63 - BITS + 1) << BITS;
    private static final double HIGH = 0.95;

    private double sum;
    private double signed;
    private long max;
    /** Weight by size. */
    private final long[] buckets;

    WeightedErrors() {
        buckets = new long[BUCKETS];
    }

    /** The same values, to go on by themselves. */
    WeightedErrors(WeightedErrors of) {
        sum = of.sum;
        signed = of.signed;
        max = of.max;
        buckets = of.buckets.clone();
    }

    /** A value that stood for {@code itsWeight}; its sign counts in {@link #signedMean} alone. */
    void add(long value, long itsWeight) {
        if (value == 0) {
            buckets[0] += itsWeight;
            return;
        }
        long size = Math.abs(value);
        double product = (double) value * itsWeight;
        sum += Math.abs(product);
        signed += product;
        if (size > max) max = size;
        buckets[bucket(size)] += itsWeight;
    }

    private static int bucket(long size) {
        if (size < 1 << BITS) return (int) size;
        int top = 63 - Long.numberOfLeadingZeros(size);
        return ((top - BITS + 1) << BITS) + (int) (size >> (top - BITS) & ((1 << BITS) - 1));
    }

    private static double middle(int bucket) {
        if (bucket < 2 << BITS) return bucket;
        int shift = (bucket >> BITS) - 1;
        long low = (long) ((1 << BITS) + (bucket & ((1 << BITS) - 1))) << shift;
        return low + (1L << shift) / 2.0;
    }

    /** The sum of all weights: ns, or reads. */
    public double weight() {
        double all = 0;
        for (long bucket : buckets) all += bucket;
        return all;
    }

    /** Mean size; 0 where nothing was seen. */
    public double mean() {
        double weight = weight();
        return weight == 0 ? 0 : sum / weight;
    }

    /** Mean with sign: above 0 where too much was believed. */
    public double signedMean() {
        double weight = weight();
        return weight == 0 ? 0 : signed / weight;
    }

    /** Size that 95 % of the weight does not exceed, to its bucket. */
    public double p95() {
        double left = weight() * HIGH;
        for (int i = 0; i < BUCKETS; i++) {
            left -= buckets[i];
            if (left <= 0) return Math.min(middle(i), (double) max);
        }
        return max;
    }

    /** Largest size. */
    public long max() {
        return max;
    }

    /** Forgets what lies before a warm-up. */
    void clear() {
        sum = 0;
        signed = 0;
        max = 0;
        Arrays.fill(buckets, 0);
    }
}
