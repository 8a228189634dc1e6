package rewake.observe.block;

/** What one scope had in one block of time. */
public final class BlockTally {
    private final long[] counts;
    private final SparseHistogram[] spans;

    BlockTally(long[] counts, SparseHistogram[] spans) {
        this.counts = counts;
        this.spans = spans;
    }

    /** One counter. */
    public long count(Count what) {
        return counts[what.ordinal()];
    }

    /** One distribution. */
    public SparseHistogram span(Span what) {
        return spans[what.ordinal()];
    }

    /** This block and another one together. */
    BlockTally with(BlockTally other) {
        long[] sum = counts.clone();
        for (int i = 0; i < sum.length; i++) sum[i] += other.counts[i];
        var both = new SparseHistogram[spans.length];
        for (int i = 0; i < both.length; i++) both[i] = spans[i].with(other.spans[i]);
        return new BlockTally(sum, both);
    }
}
