package rewake.kernel;

/**
 * Listens to one decision while it is taken, step by step, in the order in which the kernel asks. For explanations: a judge
 * sets none ({@link SchedState#steps}). The CPU of the last step that ends {@link Outcome#TAKEN} is the decision's.
 *
 * <p>Where {@link Question} says so, the value tells how the CPU looked: one of the constants here.
 */
@FunctionalInterface
public interface Steps {
    /** Something runs there, or a wake-up is on its way. */
    long BUSY = 0;
    /** Idle. */
    long IDLE = 1;
    /** Only SCHED_IDLE tasks are queued. */
    long SCHED_IDLE = 2;
    /** The wakee may not use it. */
    long NOT_ALLOWED = 3;
    /** Under another LLC than the target: not asked. */
    long OTHER_LLC = 4;
    /** The CPU is the target or prev, which was asked already. */
    long ASKED_BEFORE = 5;
    /** Idle, but in another cluster than the target. */
    long OTHER_CLUSTER = 6;
    /** Kept before, and now for want of a better one. */
    long RESERVE = 7;

    /**
     * One step.
     *
     * @param cpu which CPU it is about
     * @param value as {@code asked} says
     */
    void step(Question asked, int cpu, Outcome outcome, long value);
}
