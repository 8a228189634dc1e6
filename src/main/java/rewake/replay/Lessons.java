package rewake.replay;

/**
 * Which decisions teach what no event shows (sync flag, flips and loads from before the trace, nr_idle_scan), and which are
 * scored. Both are counted over the decisions that the user selected, in the order of their answers; decisions in between
 * that were not selected teach as their neighbours do. Forks, which teach utilisation from before the trace, are counted
 * apart.
 *
 * @param taught so many wake-ups teach, from the first on; later ones are answered from what these taught
 * @param unscored so many wake-ups, from the first on, are answered but not scored
 * @param forksTaught as {@code taught}, of forks
 * @param forksUnscored as {@code unscored}, of forks
 */
public record Lessons(long taught, long unscored, long forksTaught, long forksUnscored) {
    /** Every decision teaches all later ones, and is scored. */
    public static final Lessons ALL = new Lessons(Long.MAX_VALUE, 0);
    /** Nothing is learned: hidden values stay what they are at the start, or what run times alone say. */
    public static final Lessons NONE = new Lessons(0, 0);

    /** Checks the counts. */
    public Lessons {
        if (taught < 0 || unscored < 0 || forksTaught < 0 || forksUnscored < 0)
            throw new IllegalArgumentException(
                    taught + " and " + forksTaught + " taught, " + unscored + " and " + forksUnscored + " unscored");
    }

    /** The same counts for wake-ups and forks. */
    public Lessons(long taught, long unscored) {
        this(taught, unscored, taught, unscored);
    }

    /** Whether wake-up {@code n}, from 0, teaches. */
    boolean teaches(long n) {
        return n < taught;
    }

    /** Whether wake-up {@code n}, from 0, is scored. */
    boolean scores(long n) {
        return n >= unscored;
    }

    /** Whether fork {@code n}, from 0, teaches. */
    boolean forkTeaches(long n) {
        return n < forksTaught;
    }

    /** Whether fork {@code n}, from 0, is scored. */
    boolean scoresFork(long n) {
        return n >= forksUnscored;
    }
}
