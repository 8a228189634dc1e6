package rewake.kernel;

/**
 * The limited walk for an idle CPU, shared by both shapes of the search: the target's cluster first, where the kernel
 * knows clusters, then the rest of the LLC on what is left of the budget. Before commit 60588bfa223f (5.6) the affinity
 * was tested CPU by CPU, after the budget had been charged. Source: {@code select_idle_cpu()}, with clusters since commit
 * 8881e1639f1f (6.7).
 */
final class CpuPass {
    private CpuPass() {}

    /** Walks {@link Scan#mask}, already the allowed CPUs of the LLC, within {@link Scan#nr}. */
    static int find(IdleSearch search, Scan scan, ScanLimit limit) {
        if (!search.maskFirst()) scan.wholeLlc();
        int from = scan.target + (search.startsAfterTarget() ? 1 : 0);
        Path path = Path.LLC_SCAN;
        scan.asks = Question.LLC_SCAN;
        int cpu = Scan.NONE;
        if (search.entersCluster(scan)) {
            scan.asks = Question.CLUSTER_SCAN;
            long[] cluster = scan.machine.clusterSpan(scan.target);
            cpu = Walk.forCpu(scan, cluster, from, search.schedIdle());
            if (cpu == Scan.NONE) scan.without(cluster);
            else path = Path.CLUSTER_SCAN;
            scan.asks = Question.LLC_SCAN;
        }
        if (cpu == Scan.NONE) cpu = Walk.forCpu(scan, scan.mask, from, search.schedIdle());
        // A search that its limit ended is not averaged: the kernel returns before it takes the time.
        if (limit.timed() && !scan.limitHit()) scan.effect(Placement.COST_COUNTS);
        return cpu < 0 ? Scan.NONE : scan.found(cpu, path);
    }
}
