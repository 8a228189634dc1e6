package rewake.kernel;

/** No limit: SIS_PROP and SIS_UTIL both off. Source: {@code select_idle_cpu()}, whose {@code nr} then stays {@code INT_MAX}. */
public enum Unlimited implements ScanLimit {
    /** The only one. */
    WHOLE_LLC;

    @Override
    public int nr(SchedState s, int target) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean stopsCoreScan() {
        return false;
    }

    @Override
    public boolean timed() {
        return false;
    }
}
