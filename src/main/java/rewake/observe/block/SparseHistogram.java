package rewake.observe.block;

import rewake.observe.LatencyHistogram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A {@link LatencyHistogram} that is no longer added to: only buckets that hold something, in ascending order. */
public final class SparseHistogram {
    private static final SparseHistogram EMPTY =
            new SparseHistogram(new long[0], new long[0], new int[0], Long.MAX_VALUE, 0);

    private final long[] lows;
    private final long[] highs;
    private final int[] counts;
    private final long minNs;
    private final long maxNs;

    private SparseHistogram(long[] lows, long[] highs, int[] counts, long minNs, long maxNs) {
        this.lows = lows;
        this.highs = highs;
        this.counts = counts;
        this.minNs = minNs;
        this.maxNs = maxNs;
    }

    static SparseHistogram of(@Nullable LatencyHistogram histogram) {
        if (histogram == null || histogram.count() == 0) return EMPTY;
        int n = histogram.buckets();
        var builder = new Builder(n);
        histogram.forEach(builder::append);
        return builder.built(histogram.minNs(), histogram.maxNs());
    }

    /** How many buckets hold something. */
    public int buckets() {
        return counts.length;
    }

    /** The lowest duration of a bucket, ns: with it a bucket is known, since bounds are the scheme's. */
    public long lowNs(int bucket) {
        return lows[bucket];
    }

    /** The highest duration of a bucket, ns. */
    public long highNs(int bucket) {
        return highs[bucket];
    }

    /** How many durations a bucket holds. */
    public int count(int bucket) {
        return counts[bucket];
    }

    /** The shortest of all, ns; {@link Long#MAX_VALUE} where empty. */
    public long minNs() {
        return minNs;
    }

    /** The longest of all, ns; 0 where empty. */
    public long maxNs() {
        return maxNs;
    }

    SparseHistogram with(SparseHistogram other) {
        if (counts.length == 0) return other;
        if (other.counts.length == 0) return this;
        var merged = new Builder(counts.length + other.counts.length);
        int i = 0;
        int j = 0;
        while (i < counts.length || j < other.counts.length) {
            long mine = i < counts.length ? lows[i] : Long.MAX_VALUE;
            long theirs = j < other.counts.length ? other.lows[j] : Long.MAX_VALUE;
            int n = 0;
            long high = mine <= theirs ? highs[i] : other.highs[j];
            if (mine <= theirs) n += counts[i++];
            if (theirs <= mine) n += other.counts[j++];
            merged.append(Math.min(mine, theirs), high, n);
        }
        return merged.built(Math.min(minNs, other.minNs), Math.max(maxNs, other.maxNs));
    }

    private static final class Builder {
        private final long[] lows;
        private final long[] highs;
        private final int[] counts;
        private int size;

        Builder(int most) {
            lows = new long[most];
            highs = new long[most];
            counts = new int[most];
        }

        void append(long low, long high, long n) {
            lows[size] = low;
            highs[size] = high;
            counts[size++] = (int) n;
        }

        SparseHistogram built(long minNs, long maxNs) {
            return new SparseHistogram(
                    Arrays.copyOf(lows, size), Arrays.copyOf(highs, size), Arrays.copyOf(counts, size), minNs, maxNs);
        }
    }
}
