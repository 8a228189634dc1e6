package rewake.measure;

import rewake.observe.Selection;

import java.util.BitSet;
import java.util.Set;

/**
 * What {@code timehist} shows and counts.
 *
 * @param wakeups rows for wake-ups too
 * @param migrations rows for migrations too
 * @param idle only what the idle tasks did, and before each who left the CPU; run times are then those of idleness
 * @param asPerf exactly as perf 6.1, also where it is mistaken: the dead are one task, −1; the wait of a preempted task is
 *     sleep; migrations and wake-ups are not held against window and CPUs; the window begins with the first switch in it
 * @param selection CPUs and time window; a run is cut at the ends of the window
 * @param pids processes that count, empty for all
 * @param tids tasks that count, empty for all
 * @param names names of tasks that count, empty for all
 * @param prios kernel priorities (0 to 139) that count, empty for all
 */
public record TimehistOptions(
        boolean wakeups,
        boolean migrations,
        boolean idle,
        boolean asPerf,
        Selection selection,
        Set<Integer> pids,
        Set<Integer> tids,
        Set<String> names,
        BitSet prios) {
    /** Whether only some tasks count. */
    public boolean someTasks() {
        return !pids.isEmpty() || !tids.isEmpty() || !names.isEmpty() || !prios.isEmpty();
    }
}
