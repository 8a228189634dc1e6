package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.SchedIdleRule;

/**
 * Not a posted patch: searches and early tests treat a CPU that runs only SCHED_IDLE tasks as busy, as kernels to 5.3 did, before
 * commit 3c29e651e16d taught them otherwise. It answers what sched-idle awareness as a whole is worth.
 *
 * <p>Not the rule of 7.1, where a sched-idle CPU is a busy one only to SCHED_IDLE wakees: that is {@link SchedIdleSkip}.
 *
 * <p>Hunk by hunk, taking 3c29e651e16d and {@code sched-idle-consistent} back: target, prev and the recently used CPU must be
 * idle; {@code select_idle_cpu()} and {@code select_idle_smt()} pass over sched-idle CPUs, and so does the fallback of a core
 * pass; the fork and exec path takes the idle or the least loaded CPU.
 */
public final class SchedIdleNever {
    private SchedIdleNever() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withEarlyTests(kernel.earlyTests().withSchedIdle(false))
                .withIdleSearch(kernel.idleSearch().withSchedIdle(SchedIdleRule.NEVER));
    }
}
