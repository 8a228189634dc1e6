package rewake.measure;

/**
 * How much a metric may change.
 *
 * @param text as the user wrote it
 * @param scope {@code all}, {@code comm:NAME} or {@code cpu:N}
 * @param above whether it is crossed upwards
 * @param limit the change that must not be passed: of the metric's own unit, or a share of the first value
 * @param relative whether it is a share
 */
public record Threshold(String text, Metric metric, String scope, boolean above, double limit, boolean relative) {
    /** What came of it. */
    public enum Verdict {
        /** The change is within the limit. */
        PASSED,
        /** The change is beyond the limit, and it is not noise. */
        CROSSED,
        /** The change is beyond the limit, but its interval includes 0. */
        NOISE,
        /** A value is missing, or losses leave the change without a bound. */
        UNMEASURED;

        /** The stable lower-case name in machine output. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * The verdict. A change that has no interval at all (of a maximum, of a length, of a percentile with few durations beyond
     * it) is judged by its value: nobody can say that it is noise.
     */
    public Verdict judge(Diff diff) {
        DiffRow row = diff.row(metric, scope);
        if (row == null || !row.measured()) return Verdict.UNMEASURED;
        double change = row.b() - row.a();
        if (relative && change != 0) change /= row.a(); // from 0 every change is infinite
        if (above ? change <= limit : change >= limit) return Verdict.PASSED;
        if (row.unbounded()) return Verdict.UNMEASURED;
        return Boolean.TRUE.equals(row.noise()) ? Verdict.NOISE : Verdict.CROSSED;
    }

    /** Why there is no verdict. */
    public String whyNot(Diff diff) {
        DiffRow row = diff.row(metric, scope);
        String why = row == null ? scope + " does not have it" : row.why();
        return why == null ? "nothing to compare" : why;
    }
}
