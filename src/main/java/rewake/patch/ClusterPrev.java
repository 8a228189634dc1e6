package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Use candidate prev/recent_used CPU if scanning failed for cluster wakeup. An idle prev or recently used CPU in
 * another cluster of the LLC is no longer taken at once; it is kept, and taken without another look if the scan finds nothing.
 *
 * <p>Author: Yicong Yang. Commit 22165f61d0c4, with b95303e0aeaf (which CPUs share a cluster). Kernels: 6.7 and later; one half of
 * {@code cluster-wakeup}.
 *
 * <p>Not v9: there the candidates were tested again after the scan. With the recent rule before 5.15, a recently used CPU
 * kept as candidate counts as a hit and is replaced by prev. Alone, without {@code cluster-scan}, it sends such wake-ups through a
 * scan of the LLC in plain order.
 */
public final class ClusterPrev {
    private ClusterPrev() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withEarlyTests(kernel.earlyTests().withClusters(true));
    }
}
