package rewake.patch;

import rewake.kernel.ForkNuma;
import rewake.kernel.KernelModel;

/**
 * sched: Limit the amount of NUMA imbalance that can exist at fork time. A fork stays in its node while fewer tasks run there than
 * a quarter of the CPUs of the domain, and no longer while any CPU of the node is idle.
 *
 * <p>Mail: Mel Gorman, v3, 20 Nov 2020, {@code 20201120090630.3286-5-mgorman@techsingularity.net}. Commit 23e6082a522e, with
 * 7d2b5dd0bcc4. Kernels: 5.11 to 5.17. Wake-ups are not touched.
 */
public final class ForkNumaQuarter {
    private ForkNumaQuarter() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withSlowPath(kernel.slowPath().withNuma(ForkNuma.QUARTER));
    }
}
