package rewake.measure;

import org.jspecify.annotations.Nullable;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/** How many events a trace lacks: what a count can be off by. */
public final class LostEvents {
    private LostEvents() {}

    /**
     * The number; 0 where none is missing, null where some are and nobody knows how many. Events that contradict each other are
     * taken to follow from the losses that were counted, if any were.
     */
    public static @Nullable Long of(ImportStats stats) {
        long lost = 0;
        boolean contradicted = false;
        for (ImportStats.Entry entry : stats.entries()) {
            ImportStat stat = entry.stat();
            if (stat == ImportStat.EVENTS_LOST || stat == ImportStat.SAMPLES_LOST) lost += entry.count();
            else if (stat == ImportStat.SWITCH_MISMATCH || stat == ImportStat.TASK_ON_TWO_CPUS) contradicted = true;
            else if (stat.severity() != ImportStat.Severity.INFO) return null;
        }
        return contradicted && lost == 0 ? null : (Long) lost;
    }
}
