package rewake.patch;

import rewake.kernel.KernelModel;

/**
 * sched/fair: Scan for an idle sibling in a single pass. Four patches; two of them change decisions.
 *
 * <p>Mail: Mel Gorman, v5, 27 Jan 2021, {@code 20210127135203.19633-1-mgorman@techsingularity.net}. Commit 9fe1f127b913 is
 * its last patch. Kernels: 5.12 and later; this is the form of 5.12.0.
 *
 * <p>Patch by patch: 1/4 drops SIS_AVG_CPU, which was off: nothing. 2/4 moves the clock of SIS_PROP behind the making of the
 * mask: the average cost excludes that; the model counts CPUs looked at, so nothing. 3/4 removes {@code select_idle_smt()}:
 * siblings of the target are no longer tried last. 4/4 merges the passes: where an idle core is believed to exist, one
 * unlimited pass looks for it and keeps the first usable CPU as fallback, where three passes would look again within
 * the scan limit; elsewhere the limited pass for a CPU is as before. By mistake the merged pass clears has_idle_cores of the
 * <em>waker's</em> LLC, mended by {@code sis-flag-fix}.
 *
 * <p>On a machine without SMT no decision changes. Taken off a later kernel, the model builds the series again on the three
 * passes: {@code sis-smt-pass} still tries prev's siblings before them and the target's siblings come back as the last pass;
 * {@code sis-util} limits the CPU pass only, so an idle core is sought with a limit of 0 as well;
 * {@code sis-start-after-target} moves the start of the CPU pass; {@code cluster-wakeup} puts the cluster at the head
 * of the CPU pass, the core pass knows no clusters.
 */
public final class SisSinglePass {
    private SisSinglePass() {}

    /** The kernel with the patch. */
    public static KernelModel apply(KernelModel kernel) {
        return kernel.withIdleSearch(kernel.idleSearch()
                .withSinglePass(true, true)
                .withSiblings(kernel.idleSearch().prevSiblings(), false));
    }
}
