package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/core: Offload wakee task activation if it the wakee is descheduling. A waker that finds the wakee still in its last context
 * switch hands it to that CPU by interrupt, if little else runs there, and no longer spins until it is off. Nothing is placed
 * then.
 *
 * <p>Author: Mel Gorman. Commit 2ebb17717550, after c6e7bd7afaeb. Kernels: 5.8 and later; in 6.0 "little" became "nothing"
 * (commit 28156108fecb), which is counted to {@code wakelist-idle} here.
 */
public final class WakelistOnCpu {
    private WakelistOnCpu() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakelist(kernel.wakelist().withWhileOnCpu(true));
    }
}
