package rewake.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
 * At each {@link #complete} everything before the time it names is delivered (a row at that very time may have company
 * to come). {@link #finish} delivers the rest. So memory is bounded by two rounds; without rounds all rows are held, which is
 * counted as {@link ImportStat#NO_ROUNDS}.
 *
 * <p>Order: by time, then by {@code ref}, i.e. by place in the file, as perf prints them; with several
 * files {@link JoinedTraces} has numbered the rows, by file at equal times. Rows without a time (0) come
 * at once. Rows out of order within a lane are put right and counted as {@link ImportStat#REORDERED}; rows older than
 * the last barrier get its time and are counted as {@link ImportStat#CLOCK_BACKWARD}.
 *
 * <p>How: a {@link Tournament} of the lanes' next rows.
 */
public final class TimeMerge implements EventSink {
    private final EventConsumer consumer;
    private final ImportStats stats;
    private @Nullable Lane[] byCpu = new Lane[64];
    private Lane[] lanes = new Lane[0];
    /** Null after a lane was added. */
    private @Nullable Tournament tournament;

    private long limitNs;
    private long newestNs;
    private long deliveredNs;
    private int shown;
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

    @Override
    public void complete(long timeNs) {
        rounds = true;
        settle();
        deliver(timeNs - 1);
        deliveredNs = Math.max(deliveredNs, timeNs - 1);
    }

    /** Delivers all that is left. */
    public void finish() {
        if (!rounds && lanes.length > 0) stats.add(ImportStat.NO_ROUNDS, -1);
        settle();
        deliver(Tournament.NONE - 1);
    }

    private Lane open(int cpu) {
        if (cpu >= byCpu.length) byCpu = Arrays.copyOf(byCpu, Math.max(cpu + 1, byCpu.length * 2));
        var lane = new Lane(cpu);
        byCpu[cpu] = lane;
        lanes = Arrays.copyOf(lanes, lanes.length + 1);
        lanes[lanes.length - 1] = lane;
        tournament = null;
        return lane;
    }

    private void settle() {
        for (Lane lane : lanes) newestNs = Math.max(newestNs, lane.settle(deliveredNs, stats));
    }

    private void deliver(long untilNs) {
        showNew();
        Tournament tournament = this.tournament;
        if (tournament == null) tournament = new Tournament(lanes);
        this.tournament = tournament;
        tournament.start();
        for (long time = tournament.timeNs(); time <= untilNs; time = tournament.timeNs()) {
            int winner = tournament.winner();
            Lane lane = lanes[winner];
            consumer.event(lane.batch, lane.head());
            tournament.replace(winner, lane.advance());
            deliveredNs = Math.max(deliveredNs, time);
        }
        for (Lane lane : lanes) lane.release();
    }

    /** Shows lanes that have their first row now; in order of that row's time, whatever the order of the file. */
    private void showNew() {
        if (shown == lanes.length) return;
        var fresh = new ArrayList<Lane>();
        for (Lane lane : lanes) if (!lane.shown && lane.batch.size() > 0) fresh.add(lane);
        fresh.sort(Comparator.<Lane>comparingLong(l -> l.batch.timeNs(0)).thenComparingInt(l -> l.batch.cpu()));
        for (Lane lane : fresh) {
            lane.shown = true;
            consumer.firstOf(lane.batch);
        }
        shown += fresh.size();
    }
}
