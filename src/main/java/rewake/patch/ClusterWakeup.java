package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * Wake-ups that know clusters: CPUs that share an L2 or an L3 tag within a larger LLC.
 *
 * <p>Mail: Yicong Yang, v9, 19 Jul 2023, {@code 20230719092838.2302-3-yangyicong@huawei.com}; it goes back to Barry Song's RFC,
 * 1 Dec 2020, {@code 20201201025944.18260-3-song.bao.hua@hisilicon.com}. Commits b95303e0aeaf (which CPUs share a cluster),
 * 8881e1639f1f (scan the cluster first), 22165f61d0c4 (prev and recent as candidates). Kernels: 6.7 and later.
 *
 * <p>Not the RFC: its scan came before the CPU pass without a limit, took no sched-idle CPU and was off with SMT. Not v9
 * either: there the candidates were tested again after the scan. On a machine without clusters nothing changes.
 *
 * <p>Put on a kernel before 5.12, the cluster's walk stands at the head of the CPU pass and spends its budget. With
 * the recent rule before 5.15, a recently used CPU kept as candidate counts as a hit and is replaced by prev.
 */
public final class ClusterWakeup {
    private ClusterWakeup() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return candidatesOutsideTheCluster(clusterBeforeLlc(kernel));
    }

    /** 8881e1639f1f: {@code select_idle_cpu()} walks the target's cluster first, then the rest on the same budget. */
    private static KernelModel clusterBeforeLlc(KernelModel kernel) {
        return kernel.withIdleSearch(kernel.idleSearch().withClusters(true));
    }

    /**
     * 22165f61d0c4: an idle prev or recently used CPU in another cluster of the LLC is no longer taken at once; it is kept,
     * and taken without another look if the scan finds nothing.
     */
    private static KernelModel candidatesOutsideTheCluster(KernelModel kernel) {
        return kernel.withEarlyTests(kernel.earlyTests().withClusters(true));
    }
}
