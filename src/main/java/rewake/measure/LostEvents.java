package rewake.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.observe.LatencyBounds;
import rewake.observe.LatencyHistogram;

/** How many events a trace lacks: what a count can be off by. */
public final class LostEvents {
    private static final List<ImportStat> COUNTED = List.of(ImportStat.EVENTS_LOST, ImportStat.SAMPLES_LOST);
    private static final List<ImportStat> CONTRADICTIONS =
            List.of(ImportStat.SWITCH_MISMATCH, ImportStat.TASK_ON_TWO_CPUS);

    private static final int TASKS_OF_SWITCH = 2;

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

    /**
     * The highest that a count of one CPU can be, or null where nobody counted what was lost. Losses that are booked on no CPU may be
     * of any.
     */
    @Nullable
    Long highest(long count, int cpu) {
        if (all == null) return null;
        long of = 0;
        for (ImportStat stat : COUNTED) of += stats.onCpu(stat, cpu) + stats.onCpu(stat, -1);
        return count + of;
    }

    /** The number, as {@link #of}. */
    @Nullable
    Long count() {
        return all;
    }

    /** The least that a count can be where a lost event made up {@code each} of it at most. */
    @Nullable
    Long least(long count, long each) {
        return all == null ? null : (Long) Math.max(0, count - each * all);
    }

    /** The most that a count can be where a lost event hides {@code each} of it at most. */
    @Nullable
    Long most(long count, long each) {
        return all == null ? null : (Long) (count + each * all);
    }

    /**
     * Bounds of durations between switches, wake-ups and moves. A lost switch names two tasks, so it hides or falsifies two.
     *
     * @param cut durations that losses are known to have cut
     * @param longestNs none is longer
     */
    LatencyBounds durations(LatencyHistogram seen, long cut, long longestNs) {
        if (all == null) return new LatencyBounds(seen, LatencyBounds.UNKNOWN, 0, LatencyBounds.UNKNOWN);
        if (all == 0) return new LatencyBounds(seen, 0, 0, 0);
        return new LatencyBounds(seen, TASKS_OF_SWITCH * all + cut, TASKS_OF_SWITCH * all, longestNs);
    }

    /** What a table says that has no bounds, or nothing where no event is missing. */
    List<String> unbounded() {
        return any()
                ? List.of("events are missing: this table is of those that are there, and has no bounds")
                : List.of();
    }

    /** What bounds of counts say, in words. */
    String note() {
        if (!any())
            return "low and high: CPU time that is not known at its least and at its most; - where that is without bound."
                    + " Figures without them are as recorded";
        return all == null
                ? "events are missing and their number is not known: figures are as recorded and have no upper bound"
                : "low and high: what a figure can be, whatever any of the " + all
                        + " lost events were; - where that is" + " without bound. Figures without them are as recorded";
    }
}
