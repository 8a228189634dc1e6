package rewake.observe;

import org.jspecify.annotations.Nullable;

/**
 * What the figures of a distribution can be in truth where some durations are missing and some of those seen are wrong.
 * Any number up to the given ones is allowed for, so that the truth lies between low and high whatever happened. All times in
 * ns; null is not bounded. Where nothing is missing or wrong both bounds are the figure itself.
 *
 * @param seen the durations seen
 * @param missing at most so many are not among them; {@link #UNKNOWN} where nobody knows how many
 * @param wrong at most so many of them are not what they seem, or did not happen
 * @param longestNs none that is missing is longer; {@link #UNKNOWN} where that cannot be said
 */
public record LatencyBounds(LatencyHistogram seen, long missing, long wrong, long longestNs) {
    /** Not known, or without limit. */
    public static final long UNKNOWN = -1;

    /** Whether figures and bounds are the same. */
    public boolean exact() {
        return missing == 0 && wrong == 0;
    }

    /** Fewest durations. */
    public @Nullable Long countLow() {
        return missing == UNKNOWN ? null : (Long) Math.max(0, seen.count() - wrong);
    }

    /** Most durations. */
    public @Nullable Long countHigh() {
        return missing == UNKNOWN ? null : (Long) (seen.count() + missing);
    }

    /** Smallest sum: the longest were wrong. */
    public @Nullable Long sumLow() {
        if (missing == UNKNOWN) return null;
        return Math.max(0, seen.sumNs() - (wrong == 0 ? 0 : seen.sumOf(wrong, true)));
    }

    /** Largest sum: all that are missing are as long as they can be. */
    public @Nullable Long sumHigh() {
        if (missing == UNKNOWN) return null;
        if (missing == 0) return seen.sumNs();
        return longestNs == UNKNOWN ? null : (Long) (long) (seen.sumNs() + (double) missing * longest());
    }

    /** Smallest average: the longest were wrong, and those missing took no time; null where there may be none. */
    public @Nullable Long avgLow() {
        Long sum = sumLow();
        long left = Math.max(0, seen.count() - wrong) + missing;
        return sum == null || left == 0 ? null : (Long) (sum / left);
    }

    /** Largest average: the shortest were wrong, and those missing are as long as they can be. */
    public @Nullable Long avgHigh() {
        if (exact()) return avgLow();
        Long sum = sumHigh();
        long left = Math.max(0, seen.count() - wrong) + missing;
        if (sum == null || left == 0) return null;
        double mean = (sum - (double) seen.sumOf(wrong, false)) / left;
        return Math.min(longest(), (long) Math.ceil(mean));
    }

    /** Smallest maximum. */
    public @Nullable Long maxLow() {
        if (missing == UNKNOWN || wrong >= seen.count()) return null;
        return wrong == 0 ? seen.maxNs() : (Long) seen.edgeNs(seen.count() - wrong, false);
    }

    /** Largest maximum. */
    public @Nullable Long maxHigh() {
        if (missing == 0) return seen.count() == 0 ? null : (Long) seen.maxNs();
        return longestNs == UNKNOWN ? null : (Long) longest();
    }

    /** Lowest nearest-rank percentile; {@code share} from 0 to 1. */
    public @Nullable Long percentileLow(double share) {
        if (exact()) return percentile(share);
        long rank = rank(share) - missing;
        return missing == UNKNOWN || rank < 1 || rank > seen.count() ? null : (Long) seen.edgeNs(rank, false);
    }

    /** Highest nearest-rank percentile. */
    public @Nullable Long percentileHigh(double share) {
        if (exact()) return percentile(share);
        long rank = rank(share) + wrong;
        if (missing == UNKNOWN || rank > seen.count()) return maxHigh();
        return seen.edgeNs(Math.max(1, rank), true);
    }

    private @Nullable Long percentile(double share) {
        return seen.count() == 0 ? null : (Long) seen.percentileNs(share);
    }

    /** Of most that can be missing, with most of those seen wrong: both bounds are furthest off then. */
    private long rank(double share) {
        long all = Math.max(0, seen.count() - wrong) + missing;
        return Math.max(1, (long) Math.ceil(share * all - 1e-9));
    }

    private long longest() {
        return Math.max(seen.maxNs(), longestNs);
    }
}
