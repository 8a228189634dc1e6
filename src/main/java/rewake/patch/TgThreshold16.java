package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * The load that a run queue has told its group may be off by 1/16 (6 %) and not only by 1/64.
 *
 * <p>Mail: Vincent Guittot, 18 Jul 2023, a suggestion without code, {@code CAKfTPtAu33AN6=X82T=yOgm40S8OXi+sPcF0QyD-
 * bYRPV=xPEg@mail.gmail.com}. Kernels: never posted as a patch.
 *
 * <p>Division and comparison are taken to be those of the kernel with the other number.
 */
public final class TgThreshold16 {
    private TgThreshold16() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withThreshold(16));
    }
}
