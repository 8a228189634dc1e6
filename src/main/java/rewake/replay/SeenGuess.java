package rewake.replay;

/**
 * When other CPUs see what an event tells of: some time before it, where the kernel changed the state first and recorded the
 * event then, or after it. By kind of change; each begins at what the order of steps in the kernel says, in costs of an
 * event, and is then inferred from past decisions: where exactly one order of the event and the decision gives the recorded
 * CPU and it was the other one, the kind moves a step.
 *
 * <p>The size of the step is a choice of ours. Units: ns.
 */
final class SeenGuess {
    /** Kinds of change. */
    enum Change {
        /** A CPU switched to its idle task: {@code rq->curr} is set before the event is written, the wait of the event after. */
        WENT_IDLE(-0.5),
        /** A CPU switched to another task. */
        RUNS(0),
        /** A wake-up that moves was sent to it, after its migrate record was written. */
        SENT(1),
        /** A wake-up that stays was sent to it, which no event shows: right after the decision. */
        SENT_BACK(0),
        /** It began to enqueue what was sent: {@code ttwu_pending} is cleared first (before 6.2). */
        RECEIVES(-1),
        /** A wake-up was enqueued. */
        QUEUED(0),
        /** A new or moved task was enqueued or left. */
        MOVED(0);

        final double costs;

        Change(double costs) {
            this.costs = costs;
        }
    }

    static final Change[] CHANGES = Change.values();

    private static final long MOST_NS = 2000;

    private final double[] learned = new double[CHANGES.length];

    /** How long after its event a change is seen; negative: before it. */
    long shiftNs(Change change, long costNs) {
        return Math.round(change.costs * costNs + learned[change.ordinal()]);
    }

    /** A decision saw a change, or did not see it, against the modelled order. */
    void learn(int change, boolean saw, long costNs) {
        double step = costNs / 32.0;
        learned[change] = Math.clamp(learned[change] + (saw ? -step : step), -MOST_NS, MOST_NS);
    }

    /** Kinds with their shift, in words. */
    String text(long costNs) {
        var out = new StringBuilder();
        for (Change change : CHANGES)
            out.append(out.isEmpty() ? "" : ", ")
                    .append(change.name().toLowerCase(java.util.Locale.ROOT))
                    .append(' ')
                    .append(shiftNs(change, costNs));
        return out.toString();
    }
}
