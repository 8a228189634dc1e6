package rewake.store;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;
import rewake.parser.TraceFormatException;
import rewake.parser.KeepingReader;

/**
 * Several files as one trace: two ring buffers of one run, a recording that was split by time or by CPU, the events of perf
 * and those of ftrace. Facts are joined ({@link JoinedFacts}), rows of one CPU share a lane.
 *
 * <p>Order: by time; at equal times by the order in which the files were named; within a file as it alone would have it.
 *
 * <p>An event that several files recorded counts once ({@link Overlaps}). Where all files named so far have ended before the next
 * begins, and nothing was recorded for more than twice the longest silence before, the CPUs' states are lost
 * ({@link ImportStat#FILES_APART}).
 *
 * <p>Memory: three chunks of 4096 rows and what {@link TimeMerge} holds, for each file, and the first {@value #HELD} rows: the
 * first row of each CPU tells what it ran at the start, so it must be there when the first is delivered.
 */
public final class JoinedTraces extends KeepingReader {
    /** How many files at most. */
    public static final int FILES_MAX = Long.SIZE;

    private static final int HELD = 1 << 17;
    private static final int ROWS_A_CALL = 4096;
    private static final long MILLISECOND = 1_000_000;

    private final List<TraceSource> sources;
    private final TraceFacts facts;
    private final Overlaps overlaps;
    private final BitSet cpus = new BitSet();

    private long rows;
    private long place;
    private long newestNs;
    private long silenceNs = MILLISECOND / 2;

    /**
     * Joins files; the reader owns theirs from then on.
     *
     * @param sources one to {@link #FILES_MAX}, of which {@link JoinedFacts#whyNot} says nothing
     */
    public JoinedTraces(List<TraceSource> sources) {
        this.sources = List.copyOf(sources);
        facts = JoinedFacts.of(this.sources);
        overlaps = new Overlaps(stats);
        if (JoinedFacts.unnamedClock(this.sources)) stats.add(ImportStat.CLOCK_UNNAMED, -1, sources.size());
    }

    @Override
    public TraceFacts facts() {
        return facts;
    }

    @Override
    public void read(EventSink sink) throws TraceFormatException {
        var streams = new ArrayList<FileStream>();
        for (TraceSource source : sources) streams.add(new FileStream(source, comms, paths));
        try {
            for (FileStream stream : streams) stream.start();
            merge(streams, sink);
            sink.complete(newestNs);
        } finally {
            streams.forEach(FileStream::stop);
        }
        for (TraceSource source : sources)
            for (ImportStats.Entry e : source.reader().stats().entries()) stats.add(e.stat(), e.cpu(), e.count());
    }

    @Override
    public void close() {
        for (TraceSource source : sources) source.reader().close();
    }

    private void merge(List<FileStream> streams, EventSink sink) throws TraceFormatException {
        long started = 0;
        while (true) {
            int next = 0;
            for (int i = 1; i < streams.size(); i++)
                if (streams.get(i).timeNs() < streams.get(next).timeNs()) next = i;
            FileStream stream = streams.get(next);
            if (stream.ended()) return;
            if ((started & 1L << next) == 0) {
                if (started != 0 && allEnded(streams, started)) apart(stream.timeNs(), sink);
                started |= 1L << next;
            }
            long untilNs = Long.MAX_VALUE - 1;
            for (int i = 0; i < streams.size(); i++)
                if (i != next) untilNs = Math.min(untilNs, streams.get(i).timeNs() - (i < next ? 1 : 0));
            do {
                boolean told = told(stream, next, streams);
                if (!told) append(stream, sink);
                stream.next();
                if (++rows >= HELD && rows % ROWS_A_CALL == 0) sink.complete(newestNs);
            } while (stream.timeNs() <= untilNs);
        }
    }

    private boolean told(FileStream stream, int file, List<FileStream> streams) {
        if (streams.size() == 1) return false;
        long going = 0;
        for (int i = 0; i < streams.size(); i++) if (!streams.get(i).ended()) going |= 1L << i;
        return overlaps.told(stream.cpu(), stream.rows(), stream.row(), file, going);
    }

    private void append(FileStream stream, EventSink sink) {
        EventBatch from = stream.rows();
        long time = from.timeNs(stream.row());
        if (time != 0) {
            if (newestNs != 0) silenceNs = Math.max(silenceNs, time - newestNs);
            newestNs = time;
        }
        // Rows stand in their final order; the place keeps it at equal times, and tells how far all files are read.
        place = Math.max(place + 1, place + stream.newPlaces());
        cpus.set(stream.cpu());
        sink.lane(stream.cpu()).copy(from, stream.row(), time, place);
    }

    private static boolean allEnded(List<FileStream> streams, long of) {
        for (int i = 0; i < streams.size(); i++)
            if ((of >>> i & 1) != 0 && !streams.get(i).ended()) return false;
        return true;
    }

    /** What the CPUs seen so far did between the end of all files and {@code timeNs} is not known, if that is long. */
    private void apart(long timeNs, EventSink sink) {
        if (timeNs == 0 || newestNs == 0 || timeNs - newestNs <= 2 * silenceNs) return;
        stats.add(ImportStat.FILES_APART, -1);
        for (int cpu = cpus.nextSetBit(0); cpu >= 0; cpu = cpus.nextSetBit(cpu + 1))
            sink.lane(cpu).append(timeNs, ++place, EventKind.LOST);
    }
}
