package rewake.measure;

import java.util.Arrays;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventKind;

/** Counts events by kind and by CPU, and the first and last time of each CPU. */
public final class Census implements EventConsumer {
    private final long[] byKind = new long[EventKind.values().length];
    private long[] perCpu = new long[16];
    private long[] firstNs = new long[16];
    private long[] lastNs = new long[16];
    private long windowStartNs = Long.MAX_VALUE;
    private long windowEndNs = Long.MIN_VALUE;

    @Override
    public void event(EventBatch batch, int row) {
        int kind = batch.kind(row);
        byKind[kind]++;
        if (kind >= SIDE_BAND) return;
        int cpu = batch.cpu();
        if (cpu >= perCpu.length) grow(cpu);
        long time = batch.timeNs(row);
        if (perCpu[cpu]++ == 0) firstNs[cpu] = time;
        lastNs[cpu] = time;
        if (time < windowStartNs) windowStartNs = time;
        if (time > windowEndNs) windowEndNs = time;
    }

    private static final int SIDE_BAND = EventKind.COMM.ordinal();

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
        return windowStartNs;
    }

    /** Time of the last event of all, ns; only where {@link #total} is not 0. */
    public long windowEndNs() {
        return windowEndNs;
    }

    private void grow(int cpu) {
        int n = Math.max(cpu + 1, perCpu.length * 2);
        perCpu = Arrays.copyOf(perCpu, n);
        firstNs = Arrays.copyOf(firstNs, n);
        lastNs = Arrays.copyOf(lastNs, n);
    }
}
