package rewake.observe.move;

/** Why a task changed its CPU; the names are those of the machine output. How each is told: {@link MoveCauses}. */
public enum MoveCause {
    /** The placement of a wake-up. */
    WAKEUP,
    /** A child that starts on another CPU than its parent's. No sched_migrate_task tells this. */
    FORK,
    /** exec chose another CPU for the task that called it. */
    EXEC,
    /** A CPU that was about to go idle took the task. */
    NEWIDLE,
    /** A CPU balanced its own domains in the scheduler's soft interrupt. */
    PERIODIC,
    /** An idle CPU balanced on behalf of another idle CPU. */
    NOHZ,
    /** A balancer had the stopper push a running task. */
    ACTIVE,
    /** The CPUs that the task may use were changed. */
    AFFINITY,
    /** NUMA balancing. */
    NUMA,
    /** The trace does not tell; a {@link MoveReason} says why. */
    UNKNOWN;

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
