package rewake.replay;

import rewake.kernel.HiddenState;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;

/** A kernel model at work: its policies, its own hidden state, its score. */
final class Modelled {
    final KernelModel kernel;
    final HiddenState hidden;
    final Scores scores;
    /** Whether it sends wake-ups by interrupt where that model does. */
    final boolean queuesAlike;
    /** Whether what the recorded kernel's model decides without a search is its decision too. */
    final boolean beginsAlike;

    Modelled(KernelModel kernel, KernelModel recorded, Machine machine, boolean judged) {
        queuesAlike = kernel.wakelist().equals(recorded.wakelist());
        beginsAlike = kernel.beginsLike(recorded);
        this.kernel = kernel;
        hidden = new HiddenState(machine);
        scores = new Scores(kernel.name(), judged);
    }
}
