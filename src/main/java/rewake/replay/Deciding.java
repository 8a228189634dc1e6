package rewake.replay;

import org.jspecify.annotations.Nullable;

/**
 * The half of the judge that decides. It is told, in the order of events, what changes how CPUs look and what the wake-ups ask, and
 * tells nothing back: so it may be behind the half that follows the recording.
 */
interface Deciding {
    /** Nothing but its idle task is on the CPU. */
    int IDLE = 1;
    /** Something is queued on it, and all of that is SCHED_IDLE. */
    int SCHED_IDLE = 2;
    /** What was sent to it was sent by interrupt. */
    int BY_INTERRUPT = 4;

    /**
     * Something happened to {@code cpu}.
     *
     * @param how what
     * @param task whom it is about, or {@link rewake.timeline.Tasks#NONE}
     * @param looks bits of the above: how the CPU is now
     * @param by the CPU of the event
     * @param sender of what is sent: the waker's CPU
     * @param nowNs time of the event
     * @param atNs when it happened: {@code nowNs}, or earlier
     * @param costNs what an event costs
     */
    void turned(
            SeenGuess.Change how, int cpu, int task, int looks, int by, int sender, long nowNs, long atNs, long costNs);

    /** {@code parent} forked {@code child} on {@code cpu}. */
    void forked(int parent, int child, int cpu, long nowNs);

    /** A balance of {@code llc} computes {@code nrIdleScan}; {@code due}: it is due, else it may be. */
    void computed(int llc, int nrIdleScan, boolean due);

    /** A decision object that nobody uses. */
    Decision unused();

    /** {@code d} is decided at {@code instantNs}, and all that may have been seen then was told. */
    void look(Decision d, long instantNs);

    /** {@code d} has ended and is to be answered, and scored where it is {@code counted}. */
    void answer(Decision d, boolean counted);

    /** Nobody uses {@code d} any more; {@code skipped}: what it was skipped for is to be told. */
    void drop(Decision d, @Nullable SkipReason skipped);

    /** Does what it was told so far. How all CPUs look then may be asked of {@link Decider#looks}. */
    void catchUp();

    /** Nothing is told any more. */
    void finish();
}
