package rewake.measure;

import java.util.Arrays;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;
import rewake.event.EventTally;

/** Counts events by kind and by CPU, and the first and last time of each CPU; in any order. */
public final class Census implements EventConsumer, EventTally {
    private static final int SIDE_BAND = EventKind.COMM.ordinal();

    private final long[] byKind = new long[EventKind.values().length];
    private long[] perCpu = new long[16];
    private long[] firstNs = new long[16];
    private long[] lastNs = new long[16];

    @Override
    public void event(EventBatch batch, int row) {
        count(batch.cpu(), batch.kind(row), batch.timeNs(row));
    }

    @Override
    public void event(int cpu, EventKind kind, long timeNs, long ref) {
        count(cpu, kind.ordinal(), timeNs);
    }

    private void count(int cpu, int kind, long timeNs) {
        byKind[kind]++;
        if (kind >= SIDE_BAND) return;
        if (cpu >= perCpu.length) grow(cpu);
        if (perCpu[cpu]++ == 0) {
            firstNs[cpu] = timeNs;
            lastNs[cpu] = timeNs;
        } else if (timeNs > lastNs[cpu]) lastNs[cpu] = timeNs;
        else if (timeNs < firstNs[cpu]) firstNs[cpu] = timeNs;
    }

    /** How many events of a kind. */
    public long count(EventKind kind) {
        return byKind[kind.ordinal()];
    }

    /** Events of a CPU, side-band records left out. */
    public long onCpu(int cpu) {
        return cpu < perCpu.length ? perCpu[cpu] : 0;
    }

    /** All events, side-band records left out. */
    public long total() {
        return Arrays.stream(perCpu).sum();
    }

    /** Time of a CPU's first event, ns; only where {@link #onCpu} is not 0. */
    public long firstNs(int cpu) {
        return firstNs[cpu];
    }

    /** Time of a CPU's last event, ns; only where {@link #onCpu} is not 0. */
    public long lastNs(int cpu) {
        return lastNs[cpu];
    }

    /** Time of the first event of all, ns; only where {@link #total} is not 0. */
    public long windowStartNs() {
        long first = Long.MAX_VALUE;
        for (int cpu = 0; cpu < perCpu.length; cpu++) if (perCpu[cpu] > 0) first = Math.min(first, firstNs[cpu]);
        return first;
    }

    /** Time of the last event of all, ns; only where {@link #total} is not 0. */
    public long windowEndNs() {
        long last = Long.MIN_VALUE;
        for (int cpu = 0; cpu < perCpu.length; cpu++) if (perCpu[cpu] > 0) last = Math.max(last, lastNs[cpu]);
        return last;
    }

    private void grow(int cpu) {
        int n = Math.max(cpu + 1, perCpu.length * 2);
        perCpu = Arrays.copyOf(perCpu, n);
        firstNs = Arrays.copyOf(firstNs, n);
        lastNs = Arrays.copyOf(lastNs, n);
    }
}
