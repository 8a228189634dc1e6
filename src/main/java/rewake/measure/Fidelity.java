package rewake.measure;

import org.jspecify.annotations.Nullable;
import rewake.replay.Scores;

/**
 * How well a model decides as the recorded kernel did, and what that is worth.
 *
 * @param exact share of decisions with the recorded CPU, with its interval; null where nothing was decided
 * @param nullPrev share of the predictor "always prev"
 * @param nullIdle share of the predictor "prev if idle, else the first idle CPU after it in its LLC"
 * @param skill (exact − best null) / (1 − best null); null where the best null is perfect
 */
public record Fidelity(
        @Nullable Wilson exact,
        @Nullable Double nullPrev,
        @Nullable Double nullIdle,
        @Nullable Double skill) {
    /** Of one model's score. */
    public static Fidelity of(Scores s) {
        Wilson exact = Wilson.of(s.exact(), s.decisions());
        if (exact == null) return new Fidelity(null, null, null, null);
        double prev = (double) s.nullPrev() / s.decisions();
        double idle = (double) s.nullIdle() / s.decisions();
        double best = Math.max(prev, idle);
        return new Fidelity(exact, prev, idle, best < 1 ? (Double) ((exact.share() - best) / (1 - best)) : null);
    }

    /** The share of decisions with the recorded CPU, or null where nothing was decided. */
    public @Nullable Double exactShare() {
        return exact == null ? null : (Double) exact.share();
    }

    /** The better null predictor, or null where nothing was decided. */
    public @Nullable Double bestNull() {
        return nullPrev == null || nullIdle == null ? null : (Double) Math.max(nullPrev, nullIdle);
    }

    /**
     * What a comparison of patches with this model supports: nothing where the model knows no more than the nulls, unless
     * both are nearly always right.
     */
    public String claim() {
        Double best = bestNull();
        if (exact == null || best == null) return "not supported: no wake-up took a decision that can be judged";
        if (skill == null || skill > 0 || exact.share() >= 0.99) return "per decision, first order";
        return String.format(
                java.util.Locale.ROOT,
                "not supported: skill %.2f, the model knows no more than a null predictor",
                skill);
    }
}
