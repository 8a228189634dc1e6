package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.pelt.TgRules;

/**
 * The same idea, as Vincent Guittot wrote it down: where the run queue neither ended a period nor had removed load, the call
 * does not tell the group.
 *
 * <p>Mail: Vincent Guittot, 20 Jul 2023, a few lines, {@code
 * CAKfTPtC+q5t+Kumyhq=vLhmx75VSimZPZ2U9qc6UQXwZVAZQ4w@mail.gmail.com}. Kernels: never posted as a patch.
 *
 * <p>Taken to be on top of the others, so that attaching and detaching tell the group nothing: the mail does not say.
 */
public final class TgDecayOnlyVincent {
    private TgDecayOnlyVincent() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withTg(kernel.tg().withCalls(TgRules.Calls.PERIOD_OR_REMOVAL));
    }
}
