package rewake.observe.block;

import rewake.observe.Selection;

import java.util.Arrays;
import java.util.List;
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
    /** Until when it is known that nothing is missing, once that is told: then {@link #lost} follows. */
    private long[] knownNs;

    /** What was counted before is in a block. */
    private long takenNs;

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
        knownNs = new long[n];
    }

    /** Counting begins. */
    void start(long timeNs) {
        balancedAt = timeNs;
        takenNs = timeNs;
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

    /** What {@code cpu} ran is known up to this time, and no longer. */
    void covered(int cpu, long untilNs) {
        if (cpu < knownNs.length) knownNs[cpu] = untilNs;
    }

    /**
     * Nobody knows what {@code cpu} runs, since the time that was told last, until {@link #told}. What was counted since then is
     * taken back, of blocks before as well.
     */
    void lost(int cpu, long timeNs, List<Block> blocks) {
        if (cpu >= at.length) grow(timeNs);
        if (!selection.cpu(cpu)) return;
        if (!unknown[cpu]) {
            touch(cpu, timeNs);
            long back = Math.max(0, at[cpu] - Math.max(knownNs[cpu], takenNs));
            if (busy[cpu]) busyNs[cpu] = Math.max(0, busyNs[cpu] - back);
            else idleNs[cpu] = Math.max(0, idleNs[cpu] - back);
            queuedNs[cpu] = Math.max(0, queuedNs[cpu] - back * queued[cpu]);
            takeBack(cpu, blocks);
            weigh(cpu, -1);
        }
        unknown[cpu] = true;
    }

    private void takeBack(int cpu, List<Block> blocks) {
        long end = takenNs;
        int place = 0;
        for (int other = 0; other < cpu; other++) if (selection.cpu(other)) place++;
        for (int i = blocks.size() - 1; i >= 0 && end > knownNs[cpu]; i--) {
            long start = end - blocks.get(i).all().count(Count.TIME_NS);
            blocks.get(i).takeBack(cpu, place, end - Math.max(start, knownNs[cpu]), busy[cpu], queued[cpu]);
            end = start;
        }
    }

    /** The CPU says what it runs. */
    void told(int cpu, long timeNs) {
        if (cpu < unknown.length && unknown[cpu]) {
            integrate(cpu, timeNs);
            knownNs[cpu] = timeNs;
            unknown[cpu] = false;
            weigh(cpu, 1);
        }
    }

    /** Counts what all CPUs did up to this time. */
    void until(long timeNs) {
        for (int cpu = 0; cpu < at.length; cpu++) if (selection.cpu(cpu)) integrate(cpu, timeNs);
        balance(timeNs);
        takenNs = timeNs;
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
        knownNs[cpu] = timeNs;
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
        knownNs = Arrays.copyOf(knownNs, n);
        for (int cpu = old; cpu < n; cpu++) begin(cpu, timeNs);
    }
}
