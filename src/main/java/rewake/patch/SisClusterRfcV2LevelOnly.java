package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * scheduler: Add cluster scheduler level for AArch64 and x86, RFC v2, without {@code select_idle_cluster()}: the series' own control,
 * tested there as the level alone.
 *
 * <p>Mail: Barry Song, RFC v2, 1 Dec 2020, {@code 20201201025944.18260-3-song.bao.hua@hisilicon.com}. Never merged in this form;
 * {@code cluster-level} is what was.
 *
 * <p>By construction no wake-up changes. Forks and execs see the level; balancing within clusters is not modelled.
 */
public final class SisClusterRfcV2LevelOnly {
    private SisClusterRfcV2LevelOnly() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withSlowPath(kernel.slowPath().withClusterLevel(true));
    }
}
