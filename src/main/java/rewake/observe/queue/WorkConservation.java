package rewake.observe.queue;

import java.util.Arrays;
import rewake.observe.LatencyHistogram;

/**
 * Violations of work conservation in the domains of one {@link Scope}: intervals in which at least one CPU of the domain is
 * idle while at least one task waits on another, i.e. is queued on a CPU that has more tasks than the one it runs, or is about
 * to run. Two counters per domain; a change of a CPU costs the same on any machine.
 */
public final class WorkConservation {
    private static final long NONE = Long.MIN_VALUE;
    /** A tick at the highest rate that kernels are built with. */
    private static final long LONG_NS = 1_000_000;

    private final int[] domainOf;
    private final int domains;
    private final int[] idle;
    /** By mobility and domain: CPUs on which such a task waits. */
    private final int[][] crowded = new int[Mobility.COUNT][];
    /** By domain: free tasks that wait. */
    private final int[] waiting;

    private final long[][] since = new long[Mobility.COUNT][];
    private final long[][] totalNs = new long[Mobility.COUNT][];
    private final LatencyHistogram[] lengths = new LatencyHistogram[Mobility.COUNT];
    private long longCount;
    private long longNs;
    private final long[] wasteSince;
    private long wastedNs;
    private int violated;
    private long violatedSince;
    private long somewhereNs;

    WorkConservation(int[] domainOf, int domains) {
        this.domainOf = domainOf;
        this.domains = domains;
        idle = new int[domains];
        waiting = new int[domains];
        wasteSince = new long[domains];
        for (int m = 0; m < Mobility.COUNT; m++) {
            crowded[m] = new int[domains];
            totalNs[m] = new long[domains];
            since[m] = new long[domains];
            Arrays.fill(since[m], NONE);
            lengths[m] = new LatencyHistogram();
        }
    }

    /** A CPU has changed: from one state to the other. */
    void change(int cpu, CpuState from, CpuState to, long timeNs) {
        int d = domainOf[cpu];
        waste(d, timeNs);
        idle[d] += (to.idle ? 1 : 0) - (from.idle ? 1 : 0);
        waiting[d] += to.waiting[1] - from.waiting[1];
        for (int m = 0; m < Mobility.COUNT; m++) {
            crowded[m][d] += Integer.signum(to.waiting[m]) - Integer.signum(from.waiting[m]);
            boolean is = idle[d] > 0 && crowded[m][d] > 0;
            if (is == (since[m][d] != NONE)) continue;
            if (is) since[m][d] = timeNs;
            else ends(m, d, timeNs);
            if (m == Mobility.FREE.ordinal()) somewhere(is, timeNs);
        }
    }

    private void ends(int m, int d, long timeNs) {
        long ns = timeNs - since[m][d];
        since[m][d] = NONE;
        if (ns <= 0) return;
        totalNs[m][d] += ns;
        lengths[m].record(ns);
        if (m != Mobility.FREE.ordinal() || ns <= LONG_NS) return;
        longCount++;
        longNs += ns;
    }

    private void somewhere(boolean begins, long timeNs) {
        if (begins && violated++ == 0) violatedSince = timeNs;
        else if (!begins && --violated == 0) somewhereNs += timeNs - violatedSince;
    }

    private void waste(int d, long timeNs) {
        int cpus = Math.min(idle[d], waiting[d]);
        if (cpus > 0) wastedNs += cpus * (timeNs - wasteSince[d]);
        wasteSince[d] = timeNs;
    }

    void end(long timeNs) {
        for (int d = 0; d < domains; d++) {
            waste(d, timeNs);
            for (int m = 0; m < Mobility.COUNT; m++) {
                if (since[m][d] == NONE) continue;
                ends(m, d, timeNs);
                if (m == Mobility.FREE.ordinal()) somewhere(false, timeNs);
            }
        }
    }

    /** How many domains the scope has. */
    public int domains() {
        return domains;
    }

    /** Length of each violation, by which tasks count. */
    public LatencyHistogram lengths(Mobility who) {
        return lengths[who.ordinal()];
    }

    /** Time of violations in one domain, ns. */
    public long totalNs(Mobility who, int domain) {
        return totalNs[who.ordinal()][domain];
    }

    /** How many violations for {@link Mobility#FREE} tasks were longer than 1 ms, the shortest tick. */
    public long longCount() {
        return longCount;
    }

    /** How long these were, ns. */
    public long longNs() {
        return longNs;
    }

    /** Time in which some domain of the scope was in violation for {@link Mobility#FREE} tasks, ns. */
    public long somewhereNs() {
        return somewhereNs;
    }

    /** The same up to a time since the last change, ns. */
    public long somewhereNs(long untilNs) {
        return violated == 0 ? somewhereNs : somewhereNs + untilNs - violatedSince;
    }

    /**
     * CPU time that idle CPUs could have given to waiting tasks of their domain, ns: the smaller of both numbers, over time; for
     * {@link Mobility#FREE} tasks.
     */
    public long wastedNs() {
        return wastedNs;
    }
}
