package rewake.parser.tracedat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * Takes pages of all CPUs in turn: always of the CPU that is furthest behind, so that a lane never holds much more than a
 * page and a sparse page that spans the whole trace holds nobody up. Every few pages the sink hears up to what time all is
 * there. The first page of every CPU comes before that, so that each lane shows what its CPU ran at the start.
 */
final class Feed {
    private static final int PAGES_A_CALL = 16;

    /** One CPU of one buffer. A ring buffer holds events in the order they happened; where its clock stepped back, they still did. */
    private static final class Stream {
        final CpuPages pages;
        final @Nullable BitSet elsewhere;
        private long lastNs;

        Stream(CpuPages pages, @Nullable BitSet elsewhere) {
            this.pages = pages;
            this.elsewhere = elsewhere;
        }

        /** Lets no row from {@code from} on be older than the one before it. */
        void clamp(EventBatch lane, int from, ImportStats stats) {
            for (int row = from; row < lane.size(); row++) {
                long time = lane.timeNs(row);
                if (time >= lastNs) lastNs = time;
                else {
                    lane.timeNs(row, lastNs);
                    stats.add(ImportStat.CLOCK_BACKWARD, lane.cpu());
                }
            }
        }
    }

    private final PageReader reader;
    private final SavedCmdlines cmdlines;
    private final ImportStats stats;
    private final List<Stream> streams = new ArrayList<>();
    private long lastNs;

    Feed(PageReader reader, SavedCmdlines cmdlines, ImportStats stats) {
        this.stats = stats;
        this.reader = reader;
        this.cmdlines = cmdlines;
    }

    /**
     * Adds a CPU.
     *
     * @param elsewhere ids whose events are taken from another buffer, or null
     */
    void add(CpuPages pages, @Nullable BitSet elsewhere) {
        streams.add(new Stream(pages, elsewhere));
    }

    /** Feeds all pages, then names for the tasks that no event named. */
    void run(Clock clock, EventSink sink) {
        streams.removeIf(s -> !s.pages.next());
        for (Stream s : streams) page(s, sink);
        streams.removeIf(s -> !s.pages.next());
        for (int fed = 1; !streams.isEmpty(); fed++) {
            Stream next = furthestBehind();
            if (fed % PAGES_A_CALL == 0) sink.complete(clock.ns(next.pages.stamp()));
            page(next, sink);
            if (!next.pages.next()) streams.remove(next);
        }
        sink.complete(lastNs);
        cmdlines.nameTheRest(sink, lastNs);
    }

    private void page(Stream s, EventSink sink) {
        EventBatch lane = sink.lane(s.pages.cpu());
        int from = lane.size();
        reader.read(s.pages, s.elsewhere, lane);
        s.clamp(lane, from, stats);
        cmdlines.note(lane, from);
        if (lane.size() > from) lastNs = Math.max(lastNs, lane.timeNs(lane.size() - 1));
    }

    private Stream furthestBehind() {
        Stream found = streams.getFirst();
        for (Stream s : streams) if (s.pages.stamp() < found.pages.stamp()) found = s;
        return found;
    }
}
