package rewake.patch;

import rewake.kernel.ForkNuma;
import rewake.kernel.KernelModel;

/**
 * sched/fair: Adjust the allowed NUMA imbalance when SD_NUMA spans multiple LLCs. A fork stays in its node while it would not make
 * more tasks there than the domain above the LLC has LLCs.
 *
 * <p>Author: Mel Gorman. Commit e496132ebedd, after 2cfb7a1b031b. Kernels: 5.18 and later. Wake-ups are not touched.
 */
public final class ForkNumaLlcs {
    private ForkNumaLlcs() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withSlowPath(kernel.slowPath().withNuma(ForkNuma.LLC_COUNT));
    }
}
