package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched: Add cluster scheduler level in core and related Kconfig for ARM64. Clusters become a domain level between core and LLC.
 *
 * <p>Author: Barry Song. Commit 778c558f49a2. Kernels: 5.16 and later.
 *
 * <p>Wake-ups are not touched: a level that shares a cache does not move the LLC, and {@code wake_wide()} asks the LLC. A fork or
 * exec goes to the idlest cluster first. Balancing within clusters is not modelled.
 */
public final class ClusterLevel {
    private ClusterLevel() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withSlowPath(kernel.slowPath().withClusterLevel(true));
    }
}
