package rewake.measure;

import org.jspecify.annotations.Nullable;

/**
 * One metric of one scope on both sides.
 *
 * @param scope {@code all}, {@code comm:NAME} or {@code cpu:N}
 * @param a value of the first side, NaN where it cannot be computed
 * @param aInterval 95 % interval, widened by what losses leave open
 * @param difference interval of b − a
 * @param change b / a − 1, NaN where a is 0 or a value is missing
 * @param changeInterval its interval
 * @param why why a value or an interval is missing, or null
 */
record DiffRow(
        Metric metric,
        String scope,
        double a,
        Bootstrap.Interval aInterval,
        double b,
        Bootstrap.Interval bInterval,
        Bootstrap.Interval difference,
        double change,
        Bootstrap.Interval changeInterval,
        @Nullable String why) {
    /** Whether both values are known. */
    boolean measured() {
        return !Double.isNaN(a) && !Double.isNaN(b);
    }

    /** Whether the difference may be nothing; null where nobody can tell. */
    @Nullable
    Boolean noise() {
        return (!measured() || !difference.bounded()) ? null : (Boolean) difference.holdsZero();
    }

    /** Whether losses leave the difference without a bound. */
    boolean unbounded() {
        return measured() && difference.exists() && !difference.bounded();
    }
}
