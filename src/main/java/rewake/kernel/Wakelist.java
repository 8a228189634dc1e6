package rewake.kernel;

/**
 * When a wake-up is queued to its CPU by interrupt ({@code ttwu_queue_wakelist()}), and how long the queued wake-up hides
 * that its CPU is idle. Source: {@code ttwu_queue_cond()} and
 * {@code sched_ttwu_pending()}, kernel/sched/core.c; the two rules were told apart on recordings of 6.1 and 6.12.
 *
 * @param toIdleCpus a wake-up to a CPU with nothing runnable is queued even under one LLC (6.0 and later)
 * @param pendingUntilEnqueued {@code ttwu_pending} falls after the enqueue (6.2 and later), so the CPU is not idle for
 *     anybody from the decision to {@code sched_wakeup}; before, it falls when the interrupt begins, and the CPU looks
 *     idle again until the task is enqueued
 * @param whileOnCpu a wakee that is still being switched out is queued on its CPU, without any placement, if little runs
 *     there (5.8 and later); before, the waker spins until it is off and then decides
 */
public record Wakelist(boolean toIdleCpus, boolean pendingUntilEnqueued, boolean whileOnCpu) {
    /** Changes which wake-ups are queued. */
    public Wakelist withToIdleCpus(boolean value) {
        return new Wakelist(value, pendingUntilEnqueued, whileOnCpu);
    }

    /** Changes when the pending mark falls. */
    public Wakelist withPendingUntilEnqueued(boolean value) {
        return new Wakelist(toIdleCpus, value, whileOnCpu);
    }

    /** Changes what happens to a wakee that is still being switched out. */
    public Wakelist withWhileOnCpu(boolean value) {
        return new Wakelist(toIdleCpus, pendingUntilEnqueued, value);
    }

    /** Whether a wake-up from {@code here} to {@code cpu}, which has {@code nrRunning} tasks, is queued. */
    public boolean queues(Machine machine, int here, int cpu, int nrRunning) {
        if (!machine.shareLlc(here, cpu)) return true;
        return toIdleCpus && here != cpu && nrRunning == 0;
    }

    /**
     * Whether a wake-up of a task that is still being switched out on {@code cpu} is queued there at once, so that nothing
     * is decided. {@code nrRunning} no longer counts that task: up to one other may run before 6.0, none since.
     */
    public boolean keepsOnCpu(Machine machine, int here, int cpu, int nrRunning) {
        if (!whileOnCpu || here == cpu) return false;
        return !machine.shareLlc(here, cpu) || nrRunning <= (toIdleCpus ? 0 : 1);
    }
}
