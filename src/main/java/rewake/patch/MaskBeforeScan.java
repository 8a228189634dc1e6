package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Optimize select_idle_cpu. The walk for an idle CPU goes over the CPUs that the task may use; before, it went over
 * all of the LLC, and CPUs that the task may not use cost scan budget.
 *
 * <p>Mail: Cheng Jian, v2, 13 Dec 2019, {@code 20191213024530.28052-1-cj.chengjian@huawei.com}. Commit 60588bfa223f. Kernels: 5.6
 * and later.
 *
 * <p>One hunk in {@code select_idle_cpu()}. Without a restricted task nothing changes. Taken off a later kernel, the cluster's
 * walk charges forbidden CPUs as well; the pass for an idle core prepared its mask before and after.
 */
public final class MaskBeforeScan {
    private MaskBeforeScan() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withIdleSearch(kernel.idleSearch().withMaskFirst(true));
    }
}
