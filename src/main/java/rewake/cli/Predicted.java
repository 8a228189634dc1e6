package rewake.cli;

import java.util.ArrayList;
import java.util.List;
import rewake.measure.Evidence;
import rewake.measure.Fidelity;
import rewake.measure.Prediction;

/**
 * A prediction, and what an output says of where it comes from.
 *
 * @param base name of the model it is held against
 * @param patch as the user named it
 * @param fidelity of the recorded kernel's model, in the first recording
 * @param notes for the head: trust, and what the user should know of the state that was judged in
 */
record Predicted(Prediction prediction, String base, String patch, Fidelity fidelity, List<String> notes) {
    /** What a human reads first. */
    List<String> headline() {
        var lines = new ArrayList<String>();
        lines.add(prediction.headline());
        lines.addAll(notes);
        return lines;
    }

    void addTo(Evidence evidence) {
        evidence.model(base, List.of(patch))
                .kinds(
                        List.of("diff", "wake-ups", "run queues", "idle state", "prev_cpu", "waker"),
                        List.of("predicted"))
                .trust(fidelity.exactShare(), fidelity.skill(), "measured; predicted: per decision, first order");
    }
}
