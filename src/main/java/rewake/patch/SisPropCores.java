package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Make select_idle_cpu() proportional to cores. SIS_PROP computes how many cores to scan, at least 2, and scans as many
 * CPUs as the widest core times that.
 *
 * <p>Mail: Peter Zijlstra, posted by Mel Gorman, v3, 19 Jan 2021, {@code 20210119112211.3196-4-mgorman@techsingularity.net}. Dropped
 * from the single-pass series in v4 because of results with four threads a core; never merged.
 *
 * <p>One hunk in {@code select_idle_cpu()}. On a kernel limited by SIS_UTIL it changes nothing.
 */
public final class SisPropCores {
    private SisPropCores() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.scanLimit() instanceof rewake.kernel.SisProp limit
                ? kernel.withScanLimit(new rewake.kernel.SisPropCores(limit))
                : kernel;
    }
}
