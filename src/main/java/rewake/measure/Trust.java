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
        Wilson exact = fidelity.exact();
        if (exact == null) return "Trust: none: no selected wake-up took a decision that can be judged";
        Double best = fidelity.bestNull();
        String line = String.format(
                Locale.ROOT,
                "Trust: %s decides as %s did in %d of %d wake-ups, %s %% [%.1f–%.1f]; best null predictor %s %%%s",
                judged.model(),
                kernel,
                judged.exact(),
                judged.decisions(),
                percent(exact.share()),
                100 * exact.low(),
                100 * exact.high(),
                best == null ? "-" : percent(best),
                fidelity.skill() == null ? "" : String.format(Locale.ROOT, ", skill %.2f", fidelity.skill()));
        long clear = judged.decisions() - judged.racy();
        if (clear > 0) line += "; " + percent((double) judged.nonRacyExact() / clear) + " % where no race decides";
        return line + ". Claim: " + fidelity.claim();
    }

    /** As in the tables: nearly all is never shown as all. */
    private static String percent(double share) {
        return Columns.percent("share", "share").text(share);
    }
}
