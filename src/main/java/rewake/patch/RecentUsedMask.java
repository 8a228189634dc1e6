package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.RecentRule;

/**
 * sched/fair: Use recent_used_cpu to test p->cpus_ptr. The affinity test guards the CPU that is about to be returned, not prev.
 *
 * <p>Mail: Miaohe Lin, 20 Jun 2023, {@code 20230620080747.359122-1-linmiaohe@huawei.com}. Commit ae2ad293d6be. Kernels: 6.5 and
 * later, and 6.1.42 and later of 6.1.y.
 *
 * <p>One hunk, one word. It mends {@code recent-used-new}; on a kernel without that there is nothing to mend.
 */
public final class RecentUsedMask {
    private RecentUsedMask() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.earlyTests().recent() == RecentRule.ALWAYS_TESTING_PREV
                ? kernel.withEarlyTests(kernel.earlyTests().withRecent(RecentRule.ALWAYS))
                : kernel;
    }
}
