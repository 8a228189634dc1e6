package rewake.measure;

import java.util.Locale;
import rewake.event.TraceFacts;
import rewake.replay.Scores;

/** The first line of a what-if: how far its model can be trusted on this trace. */
public final class Trust {
    private Trust() {}

    /** One line. */
    public static String line(TraceFacts facts, Scores judged, Fidelity fidelity) {
        String kernel = facts.kernelRelease() == null ? "the recorded kernel" : facts.kernelRelease();
        if (fidelity.exact() == null) return "Trust: none: no wake-up of this trace took a decision that can be judged";
        Double best = fidelity.bestNull();
        String line = String.format(
                Locale.ROOT,
                "Trust: %s decides as %s did in %d of %d wake-ups, %.1f %% [%.1f–%.1f]; best null predictor %.1f %%%s",
                judged.model(),
                kernel,
                judged.exact(),
                judged.decisions(),
                100 * fidelity.exact().share(),
                100 * fidelity.exact().low(),
                100 * fidelity.exact().high(),
                best == null ? 0 : 100 * best,
                fidelity.skill() == null ? "" : String.format(Locale.ROOT, ", skill %.2f", fidelity.skill()));
        long clear = judged.decisions() - judged.racy();
        if (clear > 0)
            line += String.format(
                    Locale.ROOT, "; %.1f %% where no race decides", 100.0 * judged.nonRacyExact() / clear);
        return line + ". Claim: " + fidelity.claim();
    }
}
