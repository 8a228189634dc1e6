package rewake.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import rewake.observe.block.BlockTally;
import rewake.observe.block.Count;
import rewake.observe.block.ScopeBlocks;
import rewake.observe.block.Span;
import rewake.observe.block.SparseHistogram;

/**
 * One scope of one side, a trace or several repeats, under weights: how often each block counts. With all weights 1 it is
 * what was measured; with drawn ones it is a resample. A repeat that does not have the scope has empty blocks.
 */
final class Sample {
    private static final int COUNTS = Count.values().length;

    private final List<BlockTally> blocks = new ArrayList<>();
    private final List<long[]> busyNs = new ArrayList<>();
    private final List<ScopeBlocks> repeats;
    private final double[][] counts;
    private final Map<List<Span>, Quantiles> quantiles = new HashMap<>();
    private final double[] sums = new double[COUNTS];
    private double[] weights = new double[0];

    Sample(List<ScopeBlocks> repeats) {
        this.repeats = repeats;
        for (ScopeBlocks repeat : repeats) {
            blocks.addAll(repeat.blocks());
            busyNs.addAll(repeat.busyNs());
        }
        counts = new double[blocks.size()][COUNTS];
        for (int b = 0; b < counts.length; b++)
            for (Count what : Count.values())
                counts[b][what.ordinal()] = blocks.get(b).count(what);
        double[] ones = new double[blocks.size()];
        Arrays.fill(ones, 1);
        weigh(ones);
    }

    /** Takes each block so many times. */
    void weigh(double[] times) {
        weights = times;
        Arrays.fill(sums, 0);
        for (int b = 0; b < times.length; b++) {
            if (times[b] == 0) continue;
            double[] block = counts[b];
            for (int i = 0; i < COUNTS; i++) sums[i] += times[b] * block[i];
        }
    }

    double count(Count what) {
        return sums[what.ordinal()];
    }

    /** See {@link Quantiles#percentile}. */
    double percentile(List<Span> spans, double share) {
        return quantiles(spans).percentile(weights, share);
    }

    /** See {@link Quantiles#bound}. */
    double bound(List<Span> spans, double share, double missing, double wrong, boolean highest) {
        return quantiles(spans).bound(weights, share, missing, wrong, highest);
    }

    /** How many durations there are. */
    double durations(List<Span> spans) {
        return quantiles(spans).count(weights);
    }

    /** NaN where there are none. */
    double longest(List<Span> spans) {
        Quantiles all = quantiles(spans);
        return all.count(weights) == 0 ? Double.NaN : all.maxNs();
    }

    /** Mean length of the repeats, ns. */
    double spanNs() {
        return ofRepeats(ScopeBlocks::spanNs);
    }

    /** Waits that did not end, the mean of the repeats. */
    double censored() {
        return ofRepeats(r -> r.cut().count(Count.WAITS) + r.open().count(Count.WAITS));
    }

    /** The mean over repeats, each as often as its blocks were taken. */
    private double ofRepeats(ToLongFunction<ScopeBlocks> figure) {
        double sum = 0;
        int block = 0;
        for (ScopeBlocks repeat : repeats) {
            int n = repeat.blocks().size();
            double taken = 0;
            for (int i = 0; i < n; i++) taken += weights[block++];
            sum += taken / n * figure.applyAsLong(repeat);
        }
        return sum / repeats.size();
    }

    /** The longest wait that was open at the end, as long as it was seen, ns; 0 for none. */
    long longestOpenNs(List<Span> spans) {
        long longest = 0;
        for (ScopeBlocks repeat : repeats)
            for (Span span : spans)
                longest = Math.max(longest, repeat.open().span(span).maxNs());
        return longest;
    }

    /** How many CPUs count. */
    int cpus() {
        return busyNs.stream().mapToInt(b -> b.length).max().orElse(0);
    }

    /** How long a CPU was busy in the mean, ns. */
    double busyMean() {
        return count(Count.BUSY_NS) / cpus();
    }

    /** Standard deviation of how long the CPUs were busy, ns. */
    double busyDeviation() {
        double[] busy = new double[cpus()];
        for (int b = 0; b < busyNs.size(); b++) {
            long[] block = busyNs.get(b);
            for (int cpu = 0; cpu < block.length; cpu++) busy[cpu] += weights[b] * block[cpu];
        }
        double mean = busyMean();
        double squares = 0;
        for (double ns : busy) squares += (ns - mean) * (ns - mean);
        return Math.sqrt(squares / busy.length);
    }

    private Quantiles quantiles(List<Span> spans) {
        Quantiles known = quantiles.get(spans);
        if (known != null) return known;
        var histograms = new ArrayList<List<SparseHistogram>>();
        for (BlockTally block : blocks)
            histograms.add(spans.stream().map(block::span).toList());
        var made = new Quantiles(histograms);
        quantiles.put(spans, made);
        return made;
    }
}
