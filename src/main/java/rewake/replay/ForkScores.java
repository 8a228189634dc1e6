package rewake.replay;

import org.jspecify.annotations.Nullable;

/**
 * How one model placed forks, or execs, counted. Never mixed with wake-ups.
 *
 * @param modelled whether the model has this path; if not, nothing is counted but {@code decisions}
 * @param decisions those with a known state and a known outcome
 * @param exact with the recorded CPU
 * @param changed that differ from the base model's
 * @param racy where the state at the end of the time in which it was decided gives another answer than that at its start
 * @param nonRacyExact exact among the others
 * @param sameLlc for a CPU of the recorded CPU's LLC
 * @param sameNode for a CPU of the recorded CPU's node
 * @param idleAgree modelled and recorded CPU both idle or both busy
 * @param nullHere where "stay on this CPU" is right
 * @param nullIdle where "the first idle CPU from this one on, wrapping round, else this one" is right
 */
public record ForkScores(
        String model,
        Kind kind,
        boolean modelled,
        long decisions,
        long exact,
        long changed,
        long racy,
        long nonRacyExact,
        long sameLlc,
        long sameNode,
        long idleAgree,
        long nullHere,
        long nullIdle) {
    /** What was placed; the names are those of the machine output. */
    public enum Kind {
        /** A forked task: decided between sched_process_fork and sched_wakeup_new. */
        FORK,
        /** An exec that moved its task. One that stays leaves no event where it was decided, so it is not here. */
        EXEC_MOVE;

        /** The stable lower-case name in machine output. */
        public String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** A share of the decisions that this model took; null where there are none. */
    public @Nullable Double share(long n) {
        return decisions == 0 || !modelled ? null : (Double) ((double) n / decisions);
    }
}
