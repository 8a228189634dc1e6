package rewake.patch;

import rewake.kernel.ForkNuma;
import rewake.kernel.KernelModel;

/**
 * sched/numa: Apply imbalance limitations consistently. A fork stays in its node only if, besides, the two nodes differ by no more
 * than two idle CPUs.
 *
 * <p>Mail: Mel Gorman, v2, 20 May 2022, {@code 20220520103519.1863-4-mgorman@techsingularity.net}. Commit cb29a5c19d2d. Kernels: 6.0
 * and later. Wake-ups are not touched.
 *
 * <p>Counted to it here: 026b98a93bbd of the same series, by which a node with one LLC takes tasks on an eighth of its CPUs, no longer on
 * a quarter; and f5b2eeb49991, by which a restricted task is allowed no more than the CPUs that it may use.
 */
public final class ForkNumaIdle {
    private ForkNumaIdle() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withSlowPath(kernel.slowPath().withNuma(ForkNuma.LLC_COUNT_IF_CLOSE));
    }
}
