package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Avoid a second scan of target in select_idle_cpu. The walk starts at the CPU after the target, which the early
 * tests have found busy; wrapping round, the target comes last.
 *
 * <p>Mail: Mel Gorman, 4 Aug 2021, {@code 20210804115857.6253-3-mgorman@techsingularity.net}. Commit 56498cfb045d.
 * Kernels: 5.15 and later.
 *
 * <p>One hunk: the start of the walk. With a scan limit one more CPU can be reached. In a pass for an idle core the target's
 * core comes last, unless it has a higher sibling, and with it the fallback it could give. On three passes the CPU pass
 * moves; the core pass keeps its start, which makes no difference there.
 */
public final class SisStartAfterTarget {
    private SisStartAfterTarget() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withIdleSearch(kernel.idleSearch().withStartsAfterTarget(true));
    }
}
