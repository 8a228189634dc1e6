package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * mm,nodemask: Use nr_node_ids. Loops over node masks stop at the last node of the machine.
 *
 * <p>Mail: Peter Zijlstra, 2/2, 2 Aug 2023, {@code 20230802112525.633758009@infradead.org}. Kernels: never merged in this form.
 *
 * <p>Here it stands for both patches, the counters a node and this, as the thread measured them in August. No number differs
 * from that of one counter.
 */
public final class TgNodeNodemask {
    private TgNodeNodemask() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withCounters(TgRules.Counters.PER_NODE_MASKED));
    }
}
