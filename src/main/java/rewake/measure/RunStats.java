package rewake.measure;

/**
 * Count, mean, extremes and spread of run times in ns, one after the other, as perf keeps them.
 *
 * <p>Source: B. P. Welford, Note on a method for calculating corrected sums of squares and products, Technometrics 4 (1962).
 */
final class RunStats {
    private long n;
    private double mean;
    private double squares;
    private long minNs = Long.MAX_VALUE;
    private long maxNs;

    void add(long ns) {
        n++;
        double off = ns - mean;
        mean += off / n;
        squares += off * (ns - mean);
        minNs = Math.min(minNs, ns);
        maxNs = Math.max(maxNs, ns);
    }

    long count() {
        return n;
    }

    /** Cut to the ns. */
    long meanNs() {
        return (long) mean;
    }

    long minNs() {
        return n == 0 ? 0 : minNs;
    }

    long maxNs() {
        return maxNs;
    }

    /** The standard error of the mean as a share of it; 0 for fewer than two. */
    double errorShare() {
        if (n < 2 || mean == 0) return 0;
        return Math.sqrt(squares / (n - 1) / n) / mean;
    }
}
