package rewake.replay.pelt;

import java.util.Set;
import rewake.replay.Cgroups;

/**
 * What is known before the loads of a trace are replayed, and from where.
 *
 * @param cgroups task groups, and who is in them
 * @param schedIdle names or thread ids of SCHED_IDLE tasks, as the user told
 * @param clockDistanceNs how far the trace clock is ahead of the PELT clock; {@link PeltSurvey#UNKNOWN} makes a period begin
 *     with the trace
 * @param recordsBefore see {@link PeltSurvey#recordsBefore}
 * @param rawWeights recorded weights are 1024 times what they are at nice 0
 * @param tickNs ticks that no event shows come so often on a busy CPU; 0 for none
 * @param writes what tells of writes of {@code tg->load_avg}
 * @param seeds tasks begin with the first averages that are recorded of them
 * @param skipNs where groups have unknown load from before the first event, nothing is counted for so long from it on; 0 to
 *     count everything
 */
public record LoadPlan(
        Cgroups cgroups,
        Set<String> schedIdle,
        long clockDistanceNs,
        boolean recordsBefore,
        boolean rawWeights,
        long tickNs,
        RecordedWrites.Source writes,
        boolean seeds,
        long skipNs) {
    /** Copies the names. */
    public LoadPlan {
        schedIdle = Set.copyOf(schedIdle);
    }
}
