package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.SchedIdleRule;

/**
 * sched/fair: Make sched-idle CPU selection consistent throughout. A CPU that runs only SCHED_IDLE tasks is as good as an
 * idle one wherever the search meets it, because a normal task preempts it at once and no exit from deep idle is paid.
 *
 * <p>Mail: Viresh Kumar, 24 Oct 2019, {@code 5eba2fb4af9ebc7396101bb9bd6c8aa9c8af0710.1571899508.git.viresh.kumar@linaro.org}.
 * Commit 17346452b25b. Kernels: 5.6 and later.
 *
 * <p>Hunk by hunk: {@code find_idlest_group_cpu()}, of the fork and exec path, takes the first sched-idle CPU of a group, even if it
 * has seen an idle one; {@code select_idle_smt()} takes
 * the first idle or sched-idle sibling, not the first idle and else the first sched-idle; {@code select_idle_cpu()} takes
 * the first idle or sched-idle CPU of the walk. The early tests accepted both before and after.
 *
 * <p>Without it ({@link SchedIdleRule#IDLE_PREFERRED}): the walk takes the first idle CPU and remembers the first sched-idle
 * one, which is returned <em>only when the scan limit ends the walk</em>; a walk that visits every CPU forgets it. This is
 * the code the committed patch replaced. For a kernel after {@code sis-single-pass} there is no such code; the model says:
 * the walk for a CPU keeps that rule, the cluster's walk and the LLC's share what they remember, and the pass for an idle core
 * keeps idle CPUs only as its fallback, for the core pass before it took no sched-idle CPU either.
 */
public final class SchedIdleConsistent {
    private SchedIdleConsistent() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withIdleSearch(kernel.idleSearch().withSchedIdle(SchedIdleRule.CONSISTENT));
    }
}
