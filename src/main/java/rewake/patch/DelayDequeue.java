package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Implement delayed dequeue. A task that goes to sleep owing time (its lag is negative) stays on the run queue until
 * it is picked or woken, and waking it then places nothing.
 *
 * <p>Author: Peter Zijlstra. Commit 152e11f6df29. Kernels: 6.12 and later.
 *
 * <p>The model does not follow lag. The mark tells the judge that a wake-up direct on prev may have been no decision, and that
 * {@code nr_running} contains such tasks.
 */
public final class DelayDequeue {
    private DelayDequeue() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withDelaysDequeue(true);
    }
}
