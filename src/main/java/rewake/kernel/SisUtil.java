package rewake.kernel;

/**
 * SIS_UTIL (6.0 and later): the limit is {@code nr_idle_scan}, which the load balancer derives from the utilisation of
 * the LLC. Exactly that many CPUs are looked at; with 0 nothing is searched, not even for an idle core.
 *
 * <p>Source: {@code update_idle_cpu_scan()} and {@code select_idle_cpu()} since commit 70fb5ccf2ebb (6.0).
 */
public enum SisUtil implements ScanLimit {
    /** The only one. */
    NR_IDLE_SCAN;

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if {@code nr_idle_scan} is unknown: whoever asks has to fill in a value first
     */
    @Override
    public int nr(SchedState s, int target) {
        int llc = s.machine().llc(target);
        int known = s.hidden().nrIdleScan(llc);
        if (known == HiddenState.UNKNOWN_SCAN)
            throw new IllegalStateException("a SIS_UTIL search of LLC " + llc + " was asked with nr_idle_scan unknown");
        return known + 1;
    }

    /**
     * {@code nr_idle_scan} as {@code update_idle_cpu_scan()} computes it.
     *
     * @param sumUtil sum over the LLC of min(max(util_avg, util_est), capacity), each 0 to 1024
     * @param llcWeight CPUs in the LLC
     * @param imbalancePct {@link Machine#llcImbalancePct}
     * @return 0 to {@code llcWeight}
     */
    public static int nrIdleScan(long sumUtil, int llcWeight, int imbalancePct) {
        long x = sumUtil / llcWeight;
        long busy = Math.min(x * x * imbalancePct * imbalancePct / (10_000 * 1024), 1024);
        return (int) ((1024 - busy) * llcWeight / 1024);
    }

    @Override
    public boolean stopsCoreScan() {
        return true;
    }

    @Override
    public boolean timed() {
        return false;
    }
}
