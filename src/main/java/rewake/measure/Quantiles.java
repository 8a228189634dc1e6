package rewake.measure;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import rewake.observe.block.SparseHistogram;

/**
 * Durations of many blocks, so that a percentile of any mix of blocks takes few steps: for each bucket that any block uses,
 * how many durations each block has up to it.
 */
final class Quantiles {
    private final long[] lows;
    private final long[] highs;
    private final int[][] upTo;
    private final long minNs;
    private final long maxNs;

    /** Of the blocks' histograms; a block may have several, of different spans. */
    Quantiles(List<List<SparseHistogram>> blocks) {
        var bounds = new TreeMap<Long, Long>();
        long min = Long.MAX_VALUE;
        long max = 0;
        for (List<SparseHistogram> block : blocks)
            for (SparseHistogram h : block) {
                min = Math.min(min, h.minNs());
                max = Math.max(max, h.maxNs());
                for (int i = 0; i < h.buckets(); i++) bounds.put(h.lowNs(i), h.highNs(i));
            }
        minNs = min;
        maxNs = max;
        lows = bounds.keySet().stream().mapToLong(Long::longValue).toArray();
        highs = bounds.values().stream().mapToLong(Long::longValue).toArray();
        upTo = new int[lows.length][blocks.size()];
        for (int b = 0; b < blocks.size(); b++) fill(b, blocks.get(b));
    }

    private void fill(int block, List<SparseHistogram> histograms) {
        for (SparseHistogram h : histograms)
            for (int i = 0; i < h.buckets(); i++) upTo[Arrays.binarySearch(lows, h.lowNs(i))][block] += h.count(i);
        for (int k = 1; k < lows.length; k++) upTo[k][block] += upTo[k - 1][block];
    }

    static long count(SparseHistogram histogram) {
        long n = 0;
        for (int i = 0; i < histogram.buckets(); i++) n += histogram.count(i);
        return n;
    }

    /** How many durations a mix has. */
    double count(double[] weights) {
        return lows.length == 0 ? 0 : upTo(lows.length - 1, weights);
    }

    long maxNs() {
        return maxNs;
    }

    /**
     * The nearest-rank percentile, as {@link rewake.observe.LatencyHistogram} has it; NaN where empty.
     *
     * @param weights how often each block counts
     */
    double percentile(double[] weights, double share) {
        double n = count(weights);
        if (n == 0) return Double.NaN;
        int at = bucket(weights, Math.max(Math.min(1, n), share * n * (1 - 1e-12)));
        return Math.clamp(lows[at] + ((highs[at] - lows[at] + 1) >> 1), minNs, maxNs);
    }

    /**
     * The lowest or highest that it can be, by the edge of a bucket, as {@link rewake.observe.LatencyBounds} has it; NaN where a
     * duration that was not seen decides.
     *
     * @param missing how many durations were not seen
     * @param wrong how many of those seen are not what they seem
     */
    double bound(double[] weights, double share, double missing, double wrong, boolean highest) {
        double n = count(weights);
        double rank =
                Math.max(1, share * (Math.max(0, n - wrong) + missing) * (1 - 1e-12)) + (highest ? wrong : -missing);
        if (!(rank > 0 && rank <= n)) return Double.NaN;
        int at = bucket(weights, rank);
        return highest ? highs[at] : lows[at];
    }

    private int bucket(double[] weights, double rank) {
        int low = 0;
        int high = lows.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo(middle, weights) >= rank) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    private double upTo(int bucket, double[] weights) {
        int[] row = upTo[bucket];
        double n = 0;
        for (int b = 0; b < row.length; b++) n += weights[b] * row[b];
        return n;
    }
}
