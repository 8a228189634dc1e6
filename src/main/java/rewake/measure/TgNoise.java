package rewake.measure;

import org.jspecify.annotations.Nullable;
import rewake.kernel.pelt.TgCount;
import rewake.kernel.pelt.TgLedger;

/**
 * Whether what a patch saves would show in a benchmark of the recorded workload. A transfer of a cache line takes about
 * {@value #TRANSFER_NS} ns where nobody waits for the line: from the cache of another socket. (The busiest line of the thread, UDP_RR
 * on 224 CPUs, was accessed some 60 million times in 5 s, so that it went from one to the next every 80 ns, and whoever wanted it
 * waited for microseconds.) While a line is in transfer for less than half of the time, waiting does not double that. Runs of one
 * workload differ by more than {@value #SPREAD_PERCENT} % in 20 of the 28 rows of "base" in the thread's tables of August.
 */
final class TgNoise {
    static final String RULE =
            "(noise): no transfers differ from base's, or they would take no more than 1 % of the fair class's CPU time"
                    + " at 0.2 µs each, which repeated runs of one workload differ by, and base's keep the counter's cache line busy for no"
                    + " more than half of the time, so that nobody waits long for it";

    private static final long TRANSFER_NS = 200;
    private static final int SPREAD_PERCENT = 1;

    private final long ranNs;
    private final long spanNs;

    /** {@code ranNs} of CPU time went to the fair class in {@code spanNs}. */
    TgNoise(long ranNs, long spanNs) {
        this.ranNs = ranNs;
        this.spanNs = spanNs;
    }

    /** What to say of the counter of {@code group} under {@code model}, beside that of {@code base}. */
    @Nullable
    String note(TgLedger base, TgLedger model, int group) {
        return isNoise(transfers(base, group), transfers(model, group)) ? "(noise)" : null;
    }

    /** Whether a counter's {@code model} transfers instead of {@code base} would not show. */
    boolean isNoise(long base, long model) {
        if (base == model) return true;
        boolean waits = base * TRANSFER_NS * 2 > spanNs;
        return !waits && Math.abs(base - model) * TRANSFER_NS * 100 <= SPREAD_PERCENT * ranNs;
    }

    private static long transfers(TgLedger ledger, int group) {
        return ledger.of(TgCount.WRITE_TRANSFERS, group) + ledger.of(TgCount.READ_TRANSFERS, group);
    }
}
