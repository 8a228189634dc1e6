package rewake.measure;

import org.jspecify.annotations.Nullable;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/** How many events a trace lacks: what bounds a count of events from above. */
final class Lost {
    private Lost() {}

    /** Events that are known to be missing; null where some are missing and nobody counted them. */
    static @Nullable Long events(ImportStats stats) {
        for (ImportStat uncounted : new ImportStat[] {
            ImportStat.LOSS_UNCOUNTED,
            ImportStat.BUFFER_OVERRUN,
            ImportStat.FILE_CUT,
            ImportStat.FILES_APART,
            ImportStat.RECORD_DAMAGED
        }) if (stats.total(uncounted) > 0) return null;
        long counted = stats.total(ImportStat.EVENTS_LOST) + stats.total(ImportStat.SAMPLES_LOST);
        boolean contradicted = stats.total(ImportStat.SWITCH_MISMATCH) + stats.total(ImportStat.TASK_ON_TWO_CPUS) > 0;
        return counted == 0 && contradicted ? null : (Long) counted;
    }
}
