package rewake.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/** How many events a trace lacks: what a count can be off by. */
public final class LostEvents {
    private static final List<ImportStat> COUNTED = List.of(ImportStat.EVENTS_LOST, ImportStat.SAMPLES_LOST);
    private static final List<ImportStat> CONTRADICTIONS =
            List.of(ImportStat.SWITCH_MISMATCH, ImportStat.TASK_ON_TWO_CPUS);

    private final ImportStats stats;
    private final @Nullable Long all;

    LostEvents(ImportStats stats) {
        this.stats = stats;
        all = of(stats);
    }

    /**
     * The number; 0 where none is missing, null where some are and nobody knows how many. Events that contradict each other are
     * taken to follow from the losses that were counted, if any were.
     */
    public static @Nullable Long of(ImportStats stats) {
        long lost = 0;
        boolean contradicted = false;
        for (ImportStats.Entry entry : stats.entries()) {
            ImportStat stat = entry.stat();
            if (COUNTED.contains(stat)) lost += entry.count();
            else if (CONTRADICTIONS.contains(stat)) contradicted = true;
            else if (stat.severity() != ImportStat.Severity.INFO && stat != ImportStat.FEATURE_DAMAGED) return null;
        }
        return contradicted && lost == 0 ? null : (Long) lost;
    }

    /** Whether any are missing. */
    boolean any() {
        return all == null || all != 0;
    }

    /** The highest that a count over all CPUs can be, or null where nobody counted what was lost. */
    @Nullable
    Long highest(long count) {
        return all == null ? null : (Long) (count + all);
    }

    /** The same for a count of one CPU. Losses that are booked on no CPU may be of any. */
    @Nullable
    Long highest(long count, int cpu) {
        if (all == null) return null;
        long of = 0;
        for (ImportStat stat : COUNTED) of += stats.onCpu(stat, cpu) + stats.onCpu(stat, -1);
        return count + of;
    }

    /** The lowest that a count of intervals can be: each lost event may have joined two. */
    @Nullable
    Long lowest(long count) {
        return all == null ? null : (Long) Math.max(0, count - all);
    }
}
