package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.RecentRule;

/**
 * sched/fair: Use prev instead of new target as recent_used_cpu. The field becomes prev whenever the early tests of target and
 * prev have failed, hit or miss; wakers no longer write their own.
 *
 * <p>Mail: Mel Gorman, 4 Aug 2021, series {@code 20210804115857.6253-1-mgorman@techsingularity.net}. Commit 89aafd67f28c.
 * Kernels: 5.15 and later.
 *
 * <p>Hunk by hunk: {@code select_idle_sibling()} overwrites the field before it tests the old value, and by mistake tests
 * prev's affinity bit for it ({@code recent-used-mask} mends that; without a restricted task nothing differs);
 * {@code select_task_rq_fair()} no longer sets the waker's field after an affine wake-up.
 */
public final class RecentUsedNew {
    private RecentUsedNew() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withEarlyTests(kernel.earlyTests().withRecent(RecentRule.ALWAYS_TESTING_PREV));
    }
}
