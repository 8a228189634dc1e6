package rewake.replay;

import java.util.BitSet;
import java.util.Set;

/**
 * What the user may set.
 *
 * @param raceWindowNs an event of another CPU within this many ns of a decision may have been seen or not; the recording's
 *     resolution across CPUs
 * @param schedIdle names or pids of SCHED_IDLE tasks, besides those recognised by evidence
 * @param cgroups task groups, and who is in them
 * @param cpus wakers' CPUs whose wake-ups count, empty for all
 * @param names wakee names that count, empty for all
 * @param processes wakee process ids that count, empty for all
 * @param threads wakee thread ids that count, empty for all
 * @param startNs first ns of the window that counts
 * @param stopNs last ns of it
 * @param lessons which decisions teach later ones, and which are scored
 */
public record JudgeOptions(
        long raceWindowNs,
        Set<String> schedIdle,
        Cgroups cgroups,
        BitSet cpus,
        Set<String> names,
        Set<Integer> processes,
        Set<Integer> threads,
        long startNs,
        long stopNs,
        Lessons lessons) {
    /** One µs: what one traced event costs, and what clocks of one machine agree to. */
    public static final long RACE_WINDOW_NS = 1000;

    /** Everything counts. */
    public static JudgeOptions all() {
        return new JudgeOptions(
                RACE_WINDOW_NS,
                Set.of(),
                Cgroups.FLAT,
                new BitSet(),
                Set.of(),
                Set.of(),
                Set.of(),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Lessons.ALL);
    }

    /** The same selection and lessons, with what the user knows of the recording. */
    public JudgeOptions knowing(long raceWindow, Set<String> schedIdleTasks, Cgroups groups) {
        return new JudgeOptions(
                raceWindow, schedIdleTasks, groups, cpus, names, processes, threads, startNs, stopNs, lessons);
    }

    /** The same selection, with these lessons. */
    public JudgeOptions with(Lessons value) {
        return new JudgeOptions(
                raceWindowNs, schedIdle, cgroups, cpus, names, processes, threads, startNs, stopNs, value);
    }
}
