package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Fix clearing of has_idle_cores flag in select_idle_cpu(). A failed search for an idle core clears the
 * flag of the LLC that was searched, the target's, and no longer that of the waker's CPU.
 *
 * <p>Author: Gautham R. Shenoy. Commit 02dbb7246c5b. Kernels: 5.13 and later, and late 5.12.y.
 *
 * <p>One hunk, one argument. It matters where waker and target lie in different LLCs. On the three passes of 5.11, which
 * clear the target's flag anyway, it changes nothing.
 */
public final class SisFlagFix {
    private SisFlagFix() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withIdleSearch(
                kernel.idleSearch().withSinglePass(kernel.idleSearch().singlePass(), false));
    }
}
