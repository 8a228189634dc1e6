package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Fix tg->load when offlining a CPU. What the run queues of the CPU told their groups is taken out of them, a write
 * for each group; until the CPU is back they tell nothing.
 *
 * <p>Mail: Vincent Guittot, 21 Dec 2023, {@code 20231221164014.447122-1-vincent.guittot@linaro.org}. Kernels: 6.8 and later.
 * Commit f60a631ab9ed.
 *
 * <p>Nothing differs where no CPU goes offline.
 */
public final class TgOffline {
    private TgOffline() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withClearsOffline(true));
    }
}
