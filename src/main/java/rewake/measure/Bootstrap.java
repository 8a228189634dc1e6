package rewake.measure;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Block bootstrap, stratified by time: a resample takes blocks of time with replacement, each for one of its neighbours, since
 * the phases of a run (start, work, stop) come again in the next one. Of several repeats first repeats are taken, then blocks of
 * each. From n blocks (repeats) n − 1 are taken, for n/(n − 1) each, so that few do not make intervals too narrow. The middle
 * 95 % of what the resamples say is the interval.
 *
 * <p>Source: B. Efron and R. Tibshirani, An Introduction to the Bootstrap (1993), percentile intervals; H. Künsch, The jackknife
 * and the bootstrap for general stationary observations, Annals of Statistics 17 (1989), blocks; J. Rao and C. Wu, Resampling
 * inference with complex survey data, JASA 83 (1988), n − 1 of a stratum's n.
 */
final class Bootstrap {
    /** How many resamples. */
    static final int DRAWS = 1000;

    /** How many neighbours stand in for each other. */
    static final int STRATUM = 4;

    private static final int TAIL = DRAWS * 25 / 1000;

    private Bootstrap() {}

    /**
     * How often each block counts, in each resample.
     *
     * @param blocks how many blocks each repeat has
     */
    static double[][] weights(int[] blocks, SplittableRandom random) {
        int[] first = new int[blocks.length];
        for (int r = 1; r < blocks.length; r++) first[r] = first[r - 1] + blocks[r - 1];
        int all = first[blocks.length - 1] + blocks[blocks.length - 1];
        double[][] weights = new double[DRAWS][all];
        int taken = Math.max(1, blocks.length - 1);
        for (double[] draw : weights)
            for (int k = 0; k < taken; k++) {
                int repeat = random.nextInt(blocks.length);
                take(draw, first[repeat], blocks[repeat], (double) blocks.length / taken, random);
            }
        return weights;
    }

    private static void take(double[] draw, int first, int blocks, double weight, SplittableRandom random) {
        int end = first + blocks;
        for (int from = first; from < end; ) {
            int to = end - from < 2 * STRATUM ? end : from + STRATUM;
            int n = to - from;
            int taken = Math.max(1, n - 1);
            for (int i = 0; i < taken; i++) draw[from + random.nextInt(n)] += weight * n / taken;
            from = to;
        }
    }

    /**
     * The middle 95 % of the resamples; NaN where too many of them say nothing.
     *
     * @param values one a resample, sorted here
     */
    static Interval interval(double[] values) {
        double[] known =
                Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
        int unknown = values.length - known.length;
        if (unknown > TAIL) return Interval.NONE;
        return new Interval(known[TAIL - unknown / 2], known[known.length - 1 - (TAIL - unknown / 2)]);
    }

    /**
     * From where to where a value can be.
     *
     * @param low NaN where there is no interval, −∞ where there is no bound
     * @param high likewise
     */
    record Interval(double low, double high) {
        static final Interval NONE = new Interval(Double.NaN, Double.NaN);

        boolean exists() {
            return !Double.isNaN(low) && !Double.isNaN(high);
        }

        boolean bounded() {
            return Double.isFinite(low) && Double.isFinite(high);
        }

        /** As wide that both fit in. */
        Interval with(double least, double most) {
            return exists() ? new Interval(Math.min(low, least), Math.max(high, most)) : this;
        }

        boolean holdsZero() {
            return low <= 0 && high >= 0;
        }
    }
}
