package rewake.patch;

import rewake.kernel.KernelModel;
import rewake.kernel.Unlimited;

/**
 * What NO_SIS_UTIL in debugfs is from 6.0 on: SIS_PROP is off there, or gone since 6.7, so a search may look at every CPU of the
 * LLC, and a busy LLC no longer stops the search for an idle core. ({@code no-sis-util} is another thing: the patch taken off, and
 * so SIS_PROP back.)
 *
 * <p>Source: commit 70fb5ccf2ebb, which made both feature bits of one limit. On kernels to 5.19 it is what NO_SIS_PROP is.
 */
public final class SisUnlimited {
    private SisUnlimited() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withScanLimit(Unlimited.WHOLE_LLC);
    }
}
