package rewake.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventConsumer;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * Merges the lanes of all CPUs into one stream in order of time and hands each row on where it stands, without a copy.
 *
 * <p>When: at each {@link #roundFinished} everything up to the newest time as of the call <em>before</em> is delivered
 * (perf's rule: a recorder drains one CPU's buffer after the other, so only two rounds later is nothing older to come).
 * {@link #finish} delivers the rest. So memory is bounded by two rounds; without rounds all rows are held, which is
 * counted as {@link ImportStat#NO_ROUNDS}.
 *
 * <p>Order: by time, then by {@code ref}, i.e. by place in the file, as perf prints them. Rows without a time (0) come
 * at once. Rows out of order within a lane are put right and counted as {@link ImportStat#REORDERED}; rows older than
 * what was delivered get the last delivered time and are counted as {@link ImportStat#CLOCK_BACKWARD}.
 *
 * <p>How: a heap of lanes by their next row; the first lane is drained as long as it stays ahead of the second.
 */
public final class TimeMerge implements EventSink {
    private final EventConsumer consumer;
    private final ImportStats stats;
    private @Nullable Lane[] byCpu = new Lane[64];
    private Lane[] lanes = new Lane[0];
    private Lane[] heap = new Lane[0];
    private int heapSize;
    private long limitNs;
    private long newestNs;
    private long deliveredNs;
    private boolean rounds;

    /** A merge into {@code consumer} that counts oddities in {@code stats}, usually those of the reader. */
    public TimeMerge(EventConsumer consumer, ImportStats stats) {
        this.consumer = consumer;
        this.stats = stats;
    }

    @Override
    public EventBatch lane(int cpu) {
        Lane lane = cpu < byCpu.length ? byCpu[cpu] : null;
        return (lane != null ? lane : open(cpu)).batch;
    }

    @Override
    public void roundFinished() {
        rounds = true;
        settle();
        deliver(limitNs);
        limitNs = newestNs;
    }

    /** Delivers all that is left. */
    public void finish() {
        if (!rounds && lanes.length > 0) stats.add(ImportStat.NO_ROUNDS, -1);
        settle();
        deliver(Long.MAX_VALUE);
    }

    private Lane open(int cpu) {
        if (cpu >= byCpu.length) byCpu = Arrays.copyOf(byCpu, Math.max(cpu + 1, byCpu.length * 2));
        var lane = new Lane(cpu);
        byCpu[cpu] = lane;
        lanes = Arrays.copyOf(lanes, lanes.length + 1);
        lanes[lanes.length - 1] = lane;
        heap = new Lane[lanes.length];
        return lane;
    }

    private void settle() {
        for (Lane lane : lanes) newestNs = Math.max(newestNs, lane.settle(deliveredNs, stats));
    }

    private void deliver(long untilNs) {
        heapSize = 0;
        for (Lane lane : lanes) show(lane);
        for (Lane lane : lanes) if (lane.load(untilNs)) heap[heapSize++] = lane;
        for (int i = heapSize / 2 - 1; i >= 0; i--) siftDown(i);
        while (heapSize > 0) {
            Lane first = heap[0];
            drain(first, untilNs);
            if (!first.load(untilNs)) heap[0] = heap[--heapSize];
            siftDown(0);
        }
        for (Lane lane : lanes) lane.release();
    }

    private void show(Lane lane) {
        if (lane.shown || lane.batch.size() == 0) return;
        lane.shown = true;
        consumer.firstOf(lane.batch);
    }

    /** Delivers rows of the first lane up to the key of the second. */
    private void drain(Lane first, long untilNs) {
        long stopNs = untilNs;
        long stopRef = Long.MAX_VALUE;
        if (heapSize > 1) {
            Lane second = heapSize > 2 && heap[2].before(heap[1]) ? heap[2] : heap[1];
            stopNs = second.timeNs;
            stopRef = second.ref;
        }
        EventBatch batch = first.batch;
        int row = first.head;
        int size = batch.size();
        long time = first.timeNs;
        do {
            consumer.event(batch, row);
            deliveredNs = Math.max(deliveredNs, time);
            row++;
            if (row == size) break;
            time = batch.timeNs(row);
        } while (time < stopNs || (time == stopNs && batch.ref(row) < stopRef));
        first.head = row;
    }

    private void siftDown(int from) {
        int i = from;
        while (true) {
            int child = 2 * i + 1;
            if (child >= heapSize) return;
            if (child + 1 < heapSize && heap[child + 1].before(heap[child])) child++;
            if (!heap[child].before(heap[i])) return;
            Lane lane = heap[i];
            heap[i] = heap[child];
            heap[child] = lane;
            i = child;
        }
    }
}
