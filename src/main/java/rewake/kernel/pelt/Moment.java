package rewake.kernel.pelt;

/** When the operation that goes on takes place, and which CPU executes it. */
final class Moment {
    /** ns of the run-queue clock. */
    long ns;
    /** The CPU whose cache gets the counters. */
    int by;
}
