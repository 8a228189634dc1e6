package rewake.observe.queue;

import java.util.Arrays;
import rewake.observe.Selection;

/**
 * For how long the run queue of each CPU had which length, and for how long the CPU ran a task. Time counts once it is known:
 * what has passed since a CPU's newest event is held back, and forgotten where it turns out that events were lost.
 */
final class QueueTimes {
    private final Selection selection;
    private final long[][] nsAt;
    private final long[][] heldNsAt;
    /** Lengths that are held back: from, and up to. */
    private final int[] heldFrom;

    private final int[] heldTo;
    /** Time of the newest event. */
    private final long[] heardNs;

    private final long[] busyNs;
    private final long[] heldBusyNs;
    private final long[] sinceNs;
    private final int[] length;
    private final boolean[] busy;
    private final boolean[] unknown;

    QueueTimes(int cpus, Selection selection) {
        this.selection = selection;
        nsAt = new long[cpus][4];
        heldNsAt = new long[cpus][4];
        heldFrom = new int[cpus];
        heldTo = new int[cpus];
        heardNs = new long[cpus];
        busyNs = new long[cpus];
        heldBusyNs = new long[cpus];
        sinceNs = new long[cpus];
        length = new int[cpus];
        busy = new boolean[cpus];
        unknown = new boolean[cpus];
        Arrays.fill(heldTo, -1);
    }

    /** The trace begins; what was set before holds from now on. */
    void begin(long timeNs) {
        Arrays.fill(sinceNs, selection.clip(timeNs));
    }

    /** From now on the queue of {@code cpu} is so long. */
    void set(int cpu, int newLength, boolean isBusy, boolean isUnknown, long timeNs) {
        pass(cpu, timeNs);
        length[cpu] = newLength;
        busy[cpu] = isBusy;
        unknown[cpu] = isUnknown;
    }

    /** An event of {@code cpu} shows that nothing is missing up to now. */
    void heard(int cpu, long timeNs) {
        heardNs[cpu] = timeNs;
    }

    /** The trace is over, and nothing is missing up to now. */
    void end(int cpu, long timeNs) {
        heardNs[cpu] = timeNs;
        pass(cpu, timeNs);
    }

    /** Events of {@code cpu} are missing since its newest one. */
    void missing(int cpu, long timeNs) {
        pass(cpu, timeNs);
        heldBusyNs[cpu] = 0;
        Arrays.fill(heldNsAt[cpu], 0);
        heldTo[cpu] = -1;
    }

    /** The length was the same since the last call, so that what is known of this time ends with the newest event. */
    private void pass(int cpu, long timeNs) {
        long now = selection.clip(timeNs);
        long since = sinceNs[cpu];
        sinceNs[cpu] = now;
        if (heardNs[cpu] >= since && heldTo[cpu] >= 0) release(cpu);
        if (now <= since || unknown[cpu]) return;
        int n = length[cpu];
        if (n >= nsAt[cpu].length) {
            nsAt[cpu] = Arrays.copyOf(nsAt[cpu], 2 * n);
            heldNsAt[cpu] = Arrays.copyOf(heldNsAt[cpu], 2 * n);
        }
        long known = Math.clamp(heardNs[cpu], since, now) - since;
        nsAt[cpu][n] += known;
        if (busy[cpu]) busyNs[cpu] += known;
        if (now - since > known) hold(cpu, n, now - since - known);
    }

    private void hold(int cpu, int n, long ns) {
        heldNsAt[cpu][n] += ns;
        if (busy[cpu]) heldBusyNs[cpu] += ns;
        boolean none = heldTo[cpu] < 0;
        heldFrom[cpu] = none ? n : Math.min(heldFrom[cpu], n);
        heldTo[cpu] = Math.max(heldTo[cpu], n);
    }

    private void release(int cpu) {
        busyNs[cpu] += heldBusyNs[cpu];
        heldBusyNs[cpu] = 0;
        for (int n = heldFrom[cpu]; n <= heldTo[cpu]; n++) {
            nsAt[cpu][n] += heldNsAt[cpu][n];
            heldNsAt[cpu][n] = 0;
        }
        heldTo[cpu] = -1;
    }

    /** Time by length of the queue of one CPU, ns; a copy. */
    long[] nsAt(int cpu) {
        return nsAt[cpu].clone();
    }

    /** How long one CPU ran a task, ns. */
    long busyNs(int cpu) {
        return busyNs[cpu];
    }
}
