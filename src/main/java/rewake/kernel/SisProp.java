package rewake.kernel;

/**
 * SIS_PROP: the limit is the expected idle time of the waker's CPU divided by what a probe costs on average, at least 4.
 * The inputs are those of the <em>waker's</em> CPU, the weight is that of the target's LLC. Source:
 * {@code select_idle_cpu()}, 5.11 and 5.14 (commit 94aafc3ee31d).
 */
public enum SisProp implements ScanLimit {
    /** To 5.13: {@code rq->avg_idle}, and only a 512th of it, because the average is large against the cost. */
    AVG_IDLE {
        @Override
        long idleNs(SchedState s) {
            return s.avgIdle(s.thisCpu()) / 512;
        }
    },
    /** 5.14 to 5.19: {@code rq->wake_avg_idle}, which the caller has aged ({@link IdleAverages#aged}). */
    WAKE_AVG_IDLE {
        @Override
        long idleNs(SchedState s) {
            return s.wakeAvgIdle(s.thisCpu());
        }
    };

    abstract long idleNs(SchedState s);

    @Override
    public int nr(SchedState s, int target) {
        return nr(s.machine().llcWeight(target), idleNs(s), s.hidden().avgScanCost(s.thisCpu()));
    }

    /** The formula. A cost of 0, as at boot, makes it very large. */
    static int nr(int llcWeight, long idleNs, long avgScanCostNs) {
        long cost = avgScanCostNs + 1;
        long budget = llcWeight * idleNs;
        return budget > 4 * cost ? (int) Math.min(budget / cost, Integer.MAX_VALUE) : 4;
    }

    @Override
    public boolean stopsCoreScan() {
        return false;
    }

    @Override
    public boolean timed() {
        return true;
    }
}
