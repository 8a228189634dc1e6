package rewake.kernel;

/**
 * {@code select_idle_cpu()} since 5.12: one pass that looks for an idle core where one is believed to exist, keeping the
 * first usable CPU as fallback, and for an idle CPU otherwise. Only the second is limited by a SIS_PROP budget; SIS_UTIL
 * can stop both before they start. Source: {@code select_idle_cpu()} since commit 9fe1f127b913 (5.12).
 */
final class SinglePass {
    private SinglePass() {}

    static int find(IdleSearch search, Scan scan, ScanLimit limit, boolean idleCores) {
        scan.allOfLlc();
        if (!idleCores || limit.stopsCoreScan()) {
            int nr = limit.nr(scan.state, scan.target);
            scan.state.tell(Question.SCAN_LIMIT, scan.target, Outcome.of(nr > 1), nr - 1L);
            if (limit.stopsCoreScan() && nr == 1) {
                scan.effect(Placement.LIMIT_HIT);
                return Scan.NONE;
            }
            if (!idleCores) scan.nr = nr;
        }
        return idleCores ? core(search, scan) : CpuPass.find(search, scan, limit);
    }

    /** The pass for an idle core: cluster first, then the rest; a failure clears the flag and gives the fallback. */
    private static int core(IdleSearch search, Scan scan) {
        int from = scan.target + (search.startsAfterTarget() ? 1 : 0);
        Path fallbackPath = Path.LLC_SCAN;
        if (search.entersCluster(scan)) {
            long[] cluster = scan.machine.clusterSpan(scan.target);
            int cpu = Walk.forCore(scan, cluster, from, true, search.schedIdle());
            if (cpu != Scan.NONE) return scan.found(cpu, Path.IDLE_CORE);
            if (scan.second != Scan.NONE) fallbackPath = Path.CLUSTER_SCAN;
            // Nothing of the cluster is left to visit: a walk takes out every core that it rules out.
        }
        int cpu = Walk.forCore(scan, scan.mask, from, true, search.schedIdle());
        if (cpu != Scan.NONE) return scan.found(cpu, Path.IDLE_CORE);
        scan.effect(search.clearsWakersFlag() ? Placement.CLEARS_WAKER_FLAG : Placement.CLEARS_TARGET_FLAG);
        if (scan.second == Scan.NONE) return Scan.NONE;
        scan.state.tellLook(Question.CORE_FALLBACK, scan.second, Outcome.TAKEN);
        return scan.found(scan.second, fallbackPath);
    }
}
