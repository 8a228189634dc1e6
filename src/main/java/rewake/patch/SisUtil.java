package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Introduce SIS_UTIL to search idle CPU based on sum of util_avg. The number of CPUs to look at comes from the
 * utilisation of the LLC, computed by the load balancer, and no longer from idle time and scan cost of the waker's CPU.
 *
 * <p>Mail: Chen Yu, v4, 12 Jun 2022, {@code 20220612163428.849378-1-yu.c.chen@intel.com}. Commit 70fb5ccf2ebb. Kernels: 6.0
 * and later.
 *
 * <p>Hunk by hunk: {@code update_idle_cpu_scan()} writes nr_idle_scan in periodic balancing of the LLC (formula in
 * {@link rewake.kernel.SisUtil#nrIdleScan}; when it runs is the business of whoever keeps the hidden state);
 * {@code select_idle_cpu()} looks at exactly that many CPUs, and with 0 returns at once, even where an idle core is believed
 * to exist, leaving has_idle_cores set; SIS_PROP goes off.
 *
 * <p>On the three passes of 5.11 the model limits the CPU pass only: the core pass there is a function of its own that asks no
 * limit.
 */
public final class SisUtil {
    private SisUtil() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withScanLimit(rewake.kernel.SisUtil.NR_IDLE_SCAN);
    }
}
