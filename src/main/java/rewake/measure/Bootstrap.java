package rewake.measure;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Block bootstrap: a resample takes as many blocks of time as there are, with replacement; of several repeats first as many
 * repeats, then blocks of each. The middle 95 % of what the resamples say is the interval.
 *
 * <p>Source: B. Efron and R. Tibshirani, An Introduction to the Bootstrap (1993), percentile intervals; H. Künsch, The jackknife
 * and the bootstrap for general stationary observations, Annals of Statistics 17 (1989), blocks.
 */
final class Bootstrap {
    /** How many resamples. */
    static final int DRAWS = 1000;

    private static final int TAIL = DRAWS * 25 / 1000;

    private Bootstrap() {}

    /**
     * How often each block counts, in each resample.
     *
     * @param blocks how many blocks each repeat has
     */
    static int[][] weights(int[] blocks, SplittableRandom random) {
        int[] first = new int[blocks.length];
        for (int r = 1; r < blocks.length; r++) first[r] = first[r - 1] + blocks[r - 1];
        int all = first[blocks.length - 1] + blocks[blocks.length - 1];
        int[][] weights = new int[DRAWS][all];
        for (int[] draw : weights)
            for (int k = 0; k < blocks.length; k++) {
                int repeat = random.nextInt(blocks.length);
                for (int b = 0; b < blocks[repeat]; b++) draw[first[repeat] + random.nextInt(blocks[repeat])]++;
            }
        return weights;
    }

    /**
     * The middle 95 % of the resamples; NaN where too many of them say nothing.
     *
     * @param values one a resample, sorted here
     */
    static Interval interval(double[] values) {
        double[] known = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
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
