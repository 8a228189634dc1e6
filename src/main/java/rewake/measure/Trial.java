package rewake.measure;

import rewake.replay.Lessons;

/**
 * How a model was put to the test: from which decisions it had learned what no event shows, and on which it was scored. The
 * two columns {@code inference} and {@code scored} of every fidelity row name it.
 */
public enum Trial {
    /** Each decision is answered with what all earlier ones taught. The figure of {@code whatif}. */
    PAST("past", "all"),
    /** Nothing is learned from decisions: what the model knows by itself. */
    NONE("none", "all"),
    /** As {@link #PAST}, scored on the second half of the decisions: what the next is to be compared with. */
    PAST_SECOND_HALF("past", "second_half"),
    /** Only the first half teaches, only the second is scored: no decision was learned from and scored. */
    FIRST_HALF("first_half", "second_half");

    private final String inference;
    private final String scored;

    Trial(String inference, String scored) {
        this.inference = inference;
        this.scored = scored;
    }

    /** From which decisions hidden values were learned: {@code past}, {@code none} or {@code first_half}. */
    public String inference() {
        return inference;
    }

    /** Which decisions were scored: {@code all} or {@code second_half}. */
    public String scored() {
        return scored;
    }

    /** Whether only the second half is scored; where that begins is known when the trace has been read once. */
    public boolean onHalf() {
        return this == PAST_SECOND_HALF || this == FIRST_HALF;
    }

    /** What that means for the judge of a trace with so many wake-ups and forks that count. */
    public Lessons lessons(long decisions, long forks) {
        long half = decisions / 2;
        long forkHalf = forks / 2;
        return switch (this) {
            case PAST -> Lessons.ALL;
            case NONE -> Lessons.NONE;
            case PAST_SECOND_HALF -> new Lessons(Long.MAX_VALUE, half, Long.MAX_VALUE, forkHalf);
            case FIRST_HALF -> new Lessons(half, half, forkHalf, forkHalf);
        };
    }
}
