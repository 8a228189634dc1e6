package rewake.kernel;

/** What a CPU that runs only SCHED_IDLE tasks is worth to a search ({@code sched_idle_cpu()}; before and after commit 17346452b25b). */
public enum SchedIdleRule {
    /** Before 5.6: second best. An idle CPU is preferred; a sched-idle one is kept in case the scan limit ends the search. */
    IDLE_PREFERRED,
    /** As good as an idle one: whichever comes first is taken. */
    CONSISTENT,
    /** A busy one: to 5.3, before commit 3c29e651e16d. */
    NEVER
}
