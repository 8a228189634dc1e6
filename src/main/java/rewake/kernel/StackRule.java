package rewake.kernel;

/** When a per-CPU kernel thread pulls its wakee onto its own CPU ({@code select_idle_sibling()}; commits 52262ee567ad, 8b4e74ccb582). */
public enum StackRule {
    /** Before 5.6: never. */
    NEVER,
    /** While such a thread is current, even if an interrupt over it does the waking. */
    WHILE_CURRENT,
    /** 5.17: only if the thread itself wakes, in task context. */
    IN_TASK
}
