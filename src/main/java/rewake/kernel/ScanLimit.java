package rewake.kernel;

/** How many CPUs a search may look at. The kernel counts down before it looks, so a limit of n allows n − 1 probes. */
public interface ScanLimit {
    /** The limit for a search of the LLC of {@code target}, at least 1. */
    int nr(SchedState s, int target);

    /** Whether a limit of 1 stops a single-pass search for an idle core as well. */
    boolean stopsCoreScan();

    /** Whether the time of a finished search is averaged, because later limits are computed from it. */
    boolean timed();
}
