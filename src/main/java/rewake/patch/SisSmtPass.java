package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Bring back select_idle_smt(), but differently. Where no idle core is believed to exist, the siblings of
 * <em>prev</em> are tried before the search, if prev shares the LLC of the target.
 *
 * <p>Mail: Rik van Riel, 26 Mar 2021. Commit c722f35b513f. Kernels: 5.13 and later, and late 5.12.y.
 *
 * <p>Hunk by hunk: {@code select_idle_smt()} returns, over prev's siblings in CPU order; {@code select_idle_sibling()} calls
 * it between the early tests and {@code select_idle_cpu()}, and passes has_idle_cores down.
 *
 * <p>Left out: prev itself is skipped here as 6.1 and later do. Before, it was tried once more; it had just failed the same
 * test, unless {@code cluster-wakeup} is put on such a kernel. Siblings outside the LLC's domain (isolated CPUs) are
 * not known to the model. On the three passes of 5.11 this pass comes on top, and the target's siblings stay last.
 */
public final class SisSmtPass {
    private SisSmtPass() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withIdleSearch(
                kernel.idleSearch().withSiblings(true, kernel.idleSearch().targetSiblings()));
    }
}
