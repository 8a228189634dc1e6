package rewake.store;

import java.util.Arrays;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.EventTally;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * CPUs whose recording seems to have stopped before that of the others. A recorder that stops CPU by CPU leaves all but the
 * last one without events at the end, and a CPU that idles has none either: neither says anything. What is suspicious is a
 * CPU that ran a task at its last event and is then silent for more than twice its longest gap between events.
 *
 * <p>Twice, and no verdict on a CPU with fewer than {@value #LEAST_EVENTS} events, are choices of ours: with n gaps the last one is the
 * longest by chance in one of n + 1 recordings. Events may come in any order between CPUs.
 */
public final class StoppedCpus implements EventConsumer, EventTally {
    private static final EventKind[] KINDS = EventKind.values();
    private static final int SWITCH = EventKind.SWITCH.ordinal();
    private static final int LEAST_EVENTS = 32;

    private long[] events = new long[16];
    private long[] newestNs = new long[16];
    private long[] longestGapNs = new long[16];
    private boolean[] busy = new boolean[16];

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        int cpu = batch.cpu();
        if (!seen(cpu, KINDS[kind], batch.timeNs(row))) return;
        busy[cpu] = (kind == SWITCH ? batch.otherPid(row) : batch.currentPid(row)) > 0;
    }

    /** Without rows it is not known what a CPU runs: {@link #anySilent} tells whether that matters. */
    @Override
    public void event(int cpu, EventKind kind, long timeNs, long ref) {
        seen(cpu, kind, timeNs);
    }

    private boolean seen(int cpu, EventKind kind, long timeNs) {
        if (kind.tracepoint().isEmpty()) return false;
        if (cpu >= events.length) grow(cpu);
        if (events[cpu]++ > 0) longestGapNs[cpu] = Math.max(longestGapNs[cpu], timeNs - newestNs[cpu]);
        newestNs[cpu] = events[cpu] == 1 ? timeNs : Math.max(newestNs[cpu], timeNs);
        return true;
    }

    /** Whether some CPU had no event for so long that it matters whether it was busy. */
    public boolean anySilent() {
        long end = end();
        for (int cpu = 0; cpu < events.length; cpu++) if (silent(cpu, end)) return true;
        return false;
    }

    /** Counts those that were busy, once all rows were seen. */
    public void count(ImportStats stats) {
        long end = end();
        for (int cpu = 0; cpu < events.length; cpu++)
            if (busy[cpu] && silent(cpu, end)) stats.add(ImportStat.CPU_STOPPED, cpu);
    }

    private boolean silent(int cpu, long end) {
        return events[cpu] >= LEAST_EVENTS && end - newestNs[cpu] > 2 * longestGapNs[cpu];
    }

    private long end() {
        long end = Long.MIN_VALUE;
        for (int cpu = 0; cpu < events.length; cpu++) if (events[cpu] > 0) end = Math.max(end, newestNs[cpu]);
        return end;
    }

    private void grow(int cpu) {
        int n = Math.max(cpu + 1, events.length * 2);
        events = Arrays.copyOf(events, n);
        newestNs = Arrays.copyOf(newestNs, n);
        longestGapNs = Arrays.copyOf(longestGapNs, n);
        busy = Arrays.copyOf(busy, n);
    }
}
