package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * scheduler: Add cluster scheduler level for AArch64 and x86, RFC v2. Clusters become a domain level, and
 * {@code select_idle_cluster()} looks for an idle CPU in the cluster of the target before the LLC is scanned.
 *
 * <p>Mail: Barry Song, RFC v2, 1 Dec 2020, {@code 20201201025944.18260-3-song.bao.hua@hisilicon.com}, tested on 5.9. Never merged in
 * this form: {@code cluster-level} and {@code cluster-wakeup} are what was.
 *
 * <p>Hunk by hunk: the level is that of {@code sis-cluster-rfc-v2-level-only}; {@code select_idle_cluster()} stands between the core
 * pass and the CPU pass, has no limit and no clock, takes no sched-idle CPU, is off on any SMT machine, and a miss is followed by
 * the normal scan, which looks at the cluster again. Prev and the recently used CPU are tested as before.
 *
 * <p>On a single-pass kernel the model puts it before that pass, which is the same place on a machine without SMT. Its walk
 * starts at the target there too.
 */
public final class SisClusterRfcV2 {
    private SisClusterRfcV2() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return SisClusterRfcV2LevelOnly.apply(
                kernel.withIdleSearch(kernel.idleSearch().withRfcCluster(true)));
    }
}
