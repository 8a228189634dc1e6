package rewake.observe.move;

/** Why the cause of a move is unknown. */
public enum MoveReason {
    /** It is known. */
    NONE(""),
    /** A real-time or deadline task: those classes push and pull by rules of their own. */
    RT_PUSH_PULL("real-time and deadline tasks, which those classes push and pull themselves"),
    /** Whether the event came in an interrupt was not recorded. */
    NO_CONTEXT("whether the CPU was in an interrupt was not recorded (a text without latency flags)"),
    /** Moved in a hard interrupt, outside a wake-up. */
    HARD_INTERRUPT("moved in a hard interrupt outside a wake-up: no known balancer does that"),
    /** Moved by the stopper, whose own wake-up is not in the trace. */
    STOPPER_WAKER("moved by the stopper, whose own wake-up is not in the trace"),
    /** The task had itself moved; nothing recorded tells exec from a change of affinity. */
    EXEC_OR_AFFINITY("the task had the stopper move it: exec and affinity look alike without sched_process_exec"),
    /** The task had itself moved to another node, and NUMA balancing was not recorded. */
    NUMA_OR_AFFINITY("the task had the stopper move it to another node: NUMA balancing and affinity look alike without"
            + " sched_move_numa and sched_swap_numa"),
    /** A CPU had the stopper move the task to it, and its own task went to sleep uninterruptibly. */
    ACTIVE_OR_AFFINITY(
            "the stopper moved it to the CPU that asked for that: a balance of a CPU going idle, or a task that changes the"
                    + " affinity of another and waits for it"),
    /** No known balancer leaves such a pattern. */
    NO_PATTERN("no known pattern"),
    /** What would have told it comes after the end of the trace, or is lost. */
    CUT("the events that would tell come after the trace's end or are lost");

    private final String text;

    MoveReason(String text) {
        this.text = text;
    }

    /** One line for humans, empty for a known cause. */
    public String text() {
        return text;
    }

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
