package rewake.replay;

import rewake.kernel.HiddenState;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;

/** A kernel model at work: its policies, its own hidden state, its score. */
final class Modelled {
    final KernelModel kernel;
    final HiddenState hidden;
    final Scores scores;

    Modelled(KernelModel kernel, Machine machine, boolean judged) {
        this.kernel = kernel;
        hidden = new HiddenState(machine);
        scores = new Scores(kernel.name(), judged);
    }
}
