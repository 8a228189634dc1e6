package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Check for idle core in wake_affine. After the tests for an idle waker's CPU and a lone sync waker, an idle prev is
 * taken wherever it lies, before loads are compared.
 *
 * <p>Mail: Julia Lawall, 22 Oct 2020, {@code 1603372550-14680-1-git-send-email-Julia.Lawall@inria.fr}. Commit d8fcb81f1acf.
 * Kernels: 5.11 and later.
 *
 * <p>One hunk in {@code wake_affine_idle()}. Within one LLC an idle prev is found by the early tests anyway, and only the
 * choice of the target differs; across LLCs the task stays where it was.
 */
public final class WaPrevIdle {
    private WaPrevIdle() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withWakeAffine(kernel.wakeAffine().withPrefersIdlePrev(true));
    }
}
