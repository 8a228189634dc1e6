package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Rework find_idlest_group(). Forks and execs go to the idlest group by what it has to spare, how busy and how loaded it
 * is, in that order.
 *
 * <p>Mail: Vincent Guittot, v4, 18 Oct 2019, {@code 1571405198-27570-12-git-send-email-vincent.guittot@linaro.org}. Commit
 * 57abff067a08. Kernels: 5.5 and later.
 *
 * <p>Wake-ups are not touched. The form before is not modelled: without this patch the model says so and places no fork.
 */
public final class ForkIdlestGroup {
    private ForkIdlestGroup() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withSlowPath(kernel.slowPath().withModelled(true));
    }
}
