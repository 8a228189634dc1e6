package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * Wake-ups that know clusters, CPUs that share an L2 or an L3 tag within a larger LLC: {@code cluster-scan} and
 * {@code cluster-prev} together, as 6.7 took them.
 *
 * <p>Mail: Yicong Yang, v9, 19 Jul 2023, {@code 20230719092838.2302-3-yangyicong@huawei.com}; it goes back to Barry Song's RFC,
 * 1 Dec 2020, {@code 20201201025944.18260-3-song.bao.hua@hisilicon.com}. Commits b95303e0aeaf (which CPUs share a cluster),
 * 8881e1639f1f (scan the cluster first), 22165f61d0c4 (prev and recent as candidates). Kernels: 6.7 and later.
 *
 * <p>Not the RFC, which is {@code sis-cluster-rfc-v2}: its scan came before the CPU pass without a limit, took no sched-idle CPU
 * and was off with SMT. On a machine without clusters nothing changes.
 */
public final class ClusterWakeup {
    private ClusterWakeup() {}

    /** The kernel with both halves. */
    public static KernelModel apply(KernelModel kernel) {
        return ClusterPrev.apply(ClusterScan.apply(kernel));
    }
}
