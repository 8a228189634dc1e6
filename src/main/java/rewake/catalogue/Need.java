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
    SCHED_IDLE_TASKS("no SCHED_IDLE task"),
    /** Something that reads the loads of groups under each variant: the judge's decisions all read the recorded kernel's. */
    GROUP_LOADS("decisions read the group loads of the recorded kernel");

    private final String absence;

    Need(String absence) {
        this.absence = absence;
    }

    /** How to say that it is missing: {@code no SMT}. */
    public String absence() {
        return absence;
    }

    /** Why a patch that needs it changes nothing. */
    String noEffect() {
        return (this == GROUP_LOADS ? "no effect in this mode: " : "no effect possible on this machine: ") + absence;
    }

    /** Whether it is there. */
    boolean met(Machine machine, boolean schedIdleTasks) {
        return switch (this) {
            case SMT -> machine.smtActive();
            case CLUSTERS -> machine.clusterActive();
            case SEVERAL_LLCS -> machine.llcs() > 1;
            case SCHED_IDLE_TASKS -> schedIdleTasks;
            case GROUP_LOADS -> false;
        };
    }
}
