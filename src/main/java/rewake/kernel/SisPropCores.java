package rewake.kernel;

/**
 * SIS_PROP counted in cores: the quotient of idle time and scan cost is at least 2, and each core is worth as many CPUs as
 * the widest core of the machine has. So where all cores have two CPUs only the quotient 3 and above differs from
 * {@link SisProp}. Source: mail 20210119112211.3196-4-mgorman@techsingularity.net, never merged.
 *
 * @param inputs which idle average is read
 */
public record SisPropCores(SisProp inputs) implements ScanLimit {
    private static final int MIN_CORES = 2;

    @Override
    public int nr(SchedState s, int target) {
        long cost = s.hidden().avgScanCost(s.thisCpu()) + 1;
        long budget = s.machine().llcWeight(target) * inputs.idleNs(s);
        long cores = budget > MIN_CORES * cost ? budget / cost : MIN_CORES;
        return (int) Math.min(cores * s.machine().widestCore(), Integer.MAX_VALUE);
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
