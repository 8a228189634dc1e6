package rewake.observe.block;

import rewake.observe.Selection;

import java.util.Arrays;
import rewake.timeline.Timeline;

/**
 * What the CPUs did with their time since it was last taken: ran, idled, how many tasks were queued, and how long a CPU had
 * nothing to run while a task waited on another. Time after a gap, until the CPU says what it runs, counts as neither.
 */
final class CpuTimes {
    private final Timeline timeline;
    private final Selection selection;
    private long[] at;
    private int[] queued;
    private boolean[] busy;
    private boolean[] unknown;
    private long[] busyNs;
    private long[] idleNs;
    private long[] queuedNs;
    private int idleCpus;
    private int crowdedCpus;
    private long balancedAt;
    private long unconservedNs;

    CpuTimes(Timeline timeline, Selection selection) {
        this.timeline = timeline;
        this.selection = selection;
        int n = timeline.cpus();
        at = new long[n];
        queued = new int[n];
        busy = new boolean[n];
        unknown = new boolean[n];
        busyNs = new long[n];
        idleNs = new long[n];
        queuedNs = new long[n];
    }

    /** Counting begins. */
    void start(long timeNs) {
        balancedAt = timeNs;
        for (int cpu = 0; cpu < at.length; cpu++) begin(cpu, timeNs);
    }

    /** What {@code cpu} runs, or its queue, may have changed. */
    void touch(int cpu, long timeNs) {
        if (cpu >= at.length) grow(timeNs);
        if (!selection.cpu(cpu)) return;
        integrate(cpu, timeNs);
        balance(timeNs);
        weigh(cpu, -1);
        look(cpu);
        weigh(cpu, 1);
    }

    /** From now on nobody knows what {@code cpu} runs; until {@link #told}. */
    void lost(int cpu, long timeNs) {
        touch(cpu, timeNs);
        if (!selection.cpu(cpu)) return;
        weigh(cpu, -1);
        unknown[cpu] = true;
    }

    /** The CPU says what it runs. */
    void told(int cpu) {
        if (cpu < unknown.length && unknown[cpu]) {
            unknown[cpu] = false;
            weigh(cpu, 1);
        }
    }

    /** Counts what all CPUs did up to this time. */
    void until(long timeNs) {
        for (int cpu = 0; cpu < at.length; cpu++) if (selection.cpu(cpu)) integrate(cpu, timeNs);
        balance(timeNs);
    }

    int cpus() {
        return at.length;
    }

    /** Adds one CPU's times to a tally. */
    void addTo(Tally tally, int cpu) {
        tally.add(Count.BUSY_NS, busyNs[cpu]);
        tally.add(Count.IDLE_NS, idleNs[cpu]);
        tally.add(Count.QUEUED_NS, queuedNs[cpu]);
    }

    long unconservedNs() {
        return unconservedNs;
    }

    /** Time each CPU that counts ran something, ns. */
    long[] busyNs() {
        long[] out = new long[busyNs.length];
        int n = 0;
        for (int cpu = 0; cpu < busyNs.length; cpu++) if (selection.cpu(cpu)) out[n++] = busyNs[cpu];
        return Arrays.copyOf(out, n);
    }

    /** Forgets what was counted, but not how things stand. */
    void taken() {
        Arrays.fill(busyNs, 0);
        Arrays.fill(idleNs, 0);
        Arrays.fill(queuedNs, 0);
        unconservedNs = 0;
    }

    private void begin(int cpu, long timeNs) {
        at[cpu] = timeNs;
        if (!selection.cpu(cpu)) return;
        look(cpu);
        weigh(cpu, 1);
    }

    private void look(int cpu) {
        queued[cpu] = timeline.nrRunning(cpu);
        busy[cpu] = !timeline.tasks().isIdle(timeline.current(cpu));
    }

    private void weigh(int cpu, int sign) {
        if (unknown[cpu]) return;
        if (queued[cpu] == 0) idleCpus += sign;
        else if (queued[cpu] > 1) crowdedCpus += sign;
    }

    private void integrate(int cpu, long timeNs) {
        long ns = timeNs - at[cpu];
        if (ns <= 0) return;
        at[cpu] = timeNs;
        if (unknown[cpu]) return;
        if (busy[cpu]) busyNs[cpu] += ns;
        else idleNs[cpu] += ns;
        queuedNs[cpu] += ns * queued[cpu];
    }

    private void balance(long timeNs) {
        long ns = timeNs - balancedAt;
        if (ns <= 0) return;
        balancedAt = timeNs;
        if (idleCpus > 0 && crowdedCpus > 0) unconservedNs += ns;
    }

    private void grow(long timeNs) {
        int old = at.length;
        int n = timeline.cpus();
        at = Arrays.copyOf(at, n);
        queued = Arrays.copyOf(queued, n);
        busy = Arrays.copyOf(busy, n);
        unknown = Arrays.copyOf(unknown, n);
        busyNs = Arrays.copyOf(busyNs, n);
        idleNs = Arrays.copyOf(idleNs, n);
        queuedNs = Arrays.copyOf(queuedNs, n);
        for (int cpu = old; cpu < n; cpu++) begin(cpu, timeNs);
    }
}
