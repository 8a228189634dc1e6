package rewake.replay;

/**
 * What recording one event costs the CPU it happens on: the distance under which two events of one CPU hardly ever lie
 * (their 2 % quantile), followed in small steps over the trace. What the kernel does just before and just after an event
 * becomes visible to other CPUs by about this much apart from the event's time.
 *
 * <p>Source: an event's time is taken before the event is written. The quantile, and by how many costs each kind of change is
 * shifted where this is used, are choices of ours, made on recordings: they want checking on others.
 */
final class EventCost {
    private static final double QUANTILE = 0.02;
    private static final double STEP = 1.0 / 64;
    private static final double START_NS = 500;

    private final long[] lastNs;
    private double ns = START_NS;
    private long rounded = Math.round(START_NS);

    EventCost(int cpus) {
        lastNs = new long[cpus];
    }

    /** A recorded event of {@code cpu}. */
    void event(int cpu, long timeNs) {
        if (cpu >= lastNs.length) return;
        long gap = timeNs - lastNs[cpu];
        if (lastNs[cpu] != 0 && gap > 0) {
            ns += ns * STEP * (gap > ns ? QUANTILE : QUANTILE - 1);
            rounded = Math.round(ns);
        }
        lastNs[cpu] = timeNs;
    }

    /** The cost so far. */
    long ns() {
        return rounded;
    }
}
