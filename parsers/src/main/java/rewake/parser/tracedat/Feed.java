package rewake.parser.tracedat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventSink;

/**
 * Takes pages of all CPUs in turn: always of the CPU that is furthest behind, so that a lane never holds much more than a
 * page and a sparse page that spans the whole trace holds nobody up. Every few pages the sink hears up to what time all is
 * there. The first page of every CPU comes before that, so that each lane shows what its CPU ran at the start.
 */
final class Feed {
    private static final int PAGES_A_CALL = 16;

    /** One CPU of one buffer. */
    private record Stream(CpuPages pages, @Nullable BitSet elsewhere) {}

    private final PageReader reader;
    private final SavedCmdlines cmdlines;
    private final List<Stream> streams = new ArrayList<>();
    private long lastNs;

    Feed(PageReader reader, SavedCmdlines cmdlines) {
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
        cmdlines.note(lane, from);
        if (lane.size() > from) lastNs = Math.max(lastNs, lane.timeNs(lane.size() - 1));
    }

    private Stream furthestBehind() {
        Stream found = streams.getFirst();
        for (Stream s : streams) if (s.pages.stamp() < found.pages.stamp()) found = s;
        return found;
    }
}
