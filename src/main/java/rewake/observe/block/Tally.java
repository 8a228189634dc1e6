package rewake.observe.block;

import rewake.observe.LatencyHistogram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Counters and distributions of one scope while a block of time is open. */
final class Tally {
    private static final int SPANS = Span.values().length;

    private final long[] counts = new long[Count.values().length];
    private final @Nullable LatencyHistogram[] spans = new @Nullable LatencyHistogram[SPANS];
    private boolean used;

    void add(Count what, long n) {
        counts[what.ordinal()] += n;
        used = true;
    }

    void record(Span what, long ns) {
        LatencyHistogram histogram = spans[what.ordinal()];
        if (histogram == null) {
            histogram = new LatencyHistogram();
            spans[what.ordinal()] = histogram;
        }
        histogram.record(ns);
        used = true;
    }

    /** Whether anything was counted since it was last cleared. */
    boolean used() {
        return used;
    }

    void addAll(Tally other) {
        for (int i = 0; i < counts.length; i++) counts[i] += other.counts[i];
        for (int i = 0; i < SPANS; i++) {
            LatencyHistogram more = other.spans[i];
            if (more == null || more.count() == 0) continue;
            LatencyHistogram mine = spans[i];
            if (mine == null) {
                mine = new LatencyHistogram();
                spans[i] = mine;
            }
            mine.add(more);
        }
        used = true;
    }

    BlockTally frozen() {
        var sparse = new SparseHistogram[SPANS];
        for (int i = 0; i < SPANS; i++) sparse[i] = SparseHistogram.of(spans[i]);
        return new BlockTally(counts.clone(), sparse);
    }

    void clear() {
        Arrays.fill(counts, 0);
        for (LatencyHistogram histogram : spans) if (histogram != null) histogram.clear();
        used = false;
    }
}
