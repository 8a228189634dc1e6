package rewake.catalogue;

import rewake.kernel.Machine;

/** What a machine and its tasks must have for a patch to be able to change a decision. */
public enum Need {
    /** Cores with several hardware threads. */
    SMT("no SMT"),
    /** Clusters within a larger LLC. */
    CLUSTERS("no clusters"),
    /** More than one LLC. */
    SEVERAL_LLCS("only one LLC"),
    /** Tasks of policy SCHED_IDLE. */
    SCHED_IDLE_TASKS("no SCHED_IDLE task");

    private final String absence;

    Need(String absence) {
        this.absence = absence;
    }

    /** How to say that it is missing: {@code no SMT}. */
    public String absence() {
        return absence;
    }

    /** Whether it is there. */
    boolean met(Machine machine, boolean schedIdleTasks) {
        return switch (this) {
            case SMT -> machine.smtActive();
            case CLUSTERS -> machine.clusterActive();
            case SEVERAL_LLCS -> machine.llcs() > 1;
            case SCHED_IDLE_TASKS -> schedIdleTasks;
        };
    }
}
