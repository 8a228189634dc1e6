package rewake.replay;

/**
 * What the replayed load of each CPU is off by, inferred from past decisions: loads from before the trace, group weights,
 * dequeues that no event shows. A decision by load that went the other way moves the offsets of the two compared CPUs so
 * far that about half of the error is gone; offsets fade with the half-life of load itself.
 *
 * <p>Half of the error and the largest correction are choices of ours, not the kernel's. Source: what ran before the trace weighs on {@code cfs_rq.avg} for some hundred ms, and no event shows it.
 */
final class LoadOffsets {
    /** Largest single correction: half of a nice-0 task. */
    private static final double MOST = 512;

    private static final double DECAY_PER_NS = -Math.log(2) / (32 * 1_048_576.0);

    private final double[] offset;
    private final long[] stampNs;

    LoadOffsets(int cpus) {
        offset = new double[cpus];
        stampNs = new long[cpus];
    }

    /** To be added to the replayed load of {@code cpu}. */
    long of(int cpu, long now) {
        return Math.round(faded(cpu, now));
    }

    /**
     * A decision by load: {@code margin} hundredths of load spoke for the waker's CPU {@code here} (negative: for
     * {@code prev}), and it went {@code toHere} or not.
     */
    void learn(int here, int prev, long margin, boolean toHere, long now) {
        if (margin > 0 == toHere || margin == Long.MAX_VALUE) return;
        double step = Math.min(MOST, Math.abs(margin) / 100.0 / 2) / 2;
        double direction = toHere ? 1 : -1;
        offset[here] = faded(here, now) - direction * step;
        offset[prev] = faded(prev, now) + direction * step;
    }

    private double faded(int cpu, long now) {
        long dt = now - stampNs[cpu];
        if (dt > 0) {
            if (offset[cpu] != 0) offset[cpu] *= Math.exp(DECAY_PER_NS * dt);
            stampNs[cpu] = now;
        }
        return offset[cpu];
    }
}
