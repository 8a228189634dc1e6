package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Scan cluster before scanning LLC in wake-up path. {@code select_idle_cpu()} walks the target's cluster first, then
 * the rest of the LLC on the same budget.
 *
 * <p>Mail: Yicong Yang, v9, 19 Jul 2023, {@code 20230719092838.2302-3-yangyicong@huawei.com}. Commit 8881e1639f1f, with b95303e0aeaf
 * (which CPUs share a cluster). Kernels: 6.7 and later; one half of {@code cluster-wakeup}.
 *
 * <p>Put on a kernel before 5.12, the cluster's walk stands at the head of the CPU pass and spends its budget.
 */
public final class ClusterScan {
    private ClusterScan() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withIdleSearch(kernel.idleSearch().withClusters(true));
    }
}
