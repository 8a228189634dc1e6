package rewake.kernel.pelt;

/** When the operation that goes on takes place, by which clock, and which CPU executes it. */
final class Moment {
    /** ns, of all CPUs: never less than before. */
    long ns;
    /** {@code rq_clock()} of the CPU that it concerns. */
    long clock;
    /** {@code rq_clock_pelt()} of it. */
    long pelt;
    /** The CPU whose cache gets the counters. */
    int by;
}
