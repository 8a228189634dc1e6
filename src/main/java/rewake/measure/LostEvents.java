package rewake.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/** How many events a trace lacks: by that many a count can be too low. */
final class LostEvents {
    private static final List<ImportStat> COUNTED = List.of(ImportStat.EVENTS_LOST, ImportStat.SAMPLES_LOST);
    private static final List<ImportStat> UNCOUNTED = List.of(
            ImportStat.LOSS_UNCOUNTED,
            ImportStat.BUFFER_OVERRUN,
            ImportStat.FILES_APART,
            ImportStat.SWITCH_MISMATCH,
            ImportStat.TASK_ON_TWO_CPUS);

    private final ImportStats stats;
    private final long all;

    LostEvents(ImportStats stats) {
        this.stats = stats;
        long uncounted = UNCOUNTED.stream().mapToLong(stats::total).sum();
        long counted = COUNTED.stream().mapToLong(stats::total).sum();
        boolean unknown = stats.total(ImportStat.LOSS_UNCOUNTED) > 0 || (counted == 0 && uncounted > 0);
        all = unknown ? -1 : counted;
    }

    /** Whether any are missing. */
    boolean any() {
        return all != 0;
    }

    /** The highest that a count over all CPUs can be, or null where nobody counted what was lost. */
    @Nullable
    Long highest(long count) {
        return all < 0 ? null : (Long) (count + all);
    }

    /** The same for a count of one CPU. Losses that are booked on no CPU may be of any. */
    @Nullable
    Long highest(long count, int cpu) {
        if (all < 0) return null;
        long of = 0;
        for (ImportStat stat : COUNTED) of += stats.onCpu(stat, cpu) + stats.onCpu(stat, -1);
        return count + of;
    }

    /** The lowest that a count of intervals can be: each lost event may have joined two. */
    @Nullable
    Long lowest(long count) {
        return all < 0 ? null : (Long) Math.max(0, count - all);
    }
}
