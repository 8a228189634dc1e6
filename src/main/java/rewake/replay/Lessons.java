package rewake.replay;

/**
 * Which decisions teach what no event shows (sync flag, flips and loads from before the trace, nr_idle_scan), and which are
 * scored. Both are counted over the decisions that the user selected, in the order of their answers; decisions in between
 * that were not selected teach as their neighbours do.
 *
 * @param taught so many decisions teach, from the first on; later ones are answered from what these taught
 * @param unscored so many decisions, from the first on, are answered but not scored
 */
public record Lessons(long taught, long unscored) {
    /** Every decision teaches all later ones, and is scored. */
    public static final Lessons ALL = new Lessons(Long.MAX_VALUE, 0);
    /** Nothing is learned: hidden values stay what they are at the start, or what run times alone say. */
    public static final Lessons NONE = new Lessons(0, 0);

    /** Checks both counts. */
    public Lessons {
        if (taught < 0 || unscored < 0)
            throw new IllegalArgumentException(taught + " taught, " + unscored + " unscored");
    }

    /** Whether decision {@code n}, from 0, teaches. */
    boolean teaches(long n) {
        return n < taught;
    }

    /** Whether decision {@code n}, from 0, is scored. */
    boolean scores(long n) {
        return n >= unscored;
    }
}
