package rewake.parser.tracedat;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.tracepoint.Decoders;
import rewake.parser.tracepoint.PayloadDecoder;

/**
 * Walks the events of ring-buffer pages: time goes on by deltas of 27 bits from the page's own stamp, payloads go to the
 * decoder of their id. A page that goes wrong is left there; the next one starts afresh.
 */
final class PageReader {
    private static final int USED_MASK = (1 << 27) - 1;
    private static final int COUNT_STORED = 1 << 30;
    private static final int EVENTS_MISSED = 1 << 31;

    private static final int TYPE_BITS = 5;
    private static final int TYPES = (1 << TYPE_BITS) - 1;
    private static final int PADDING = 29;
    private static final int TIME_EXTEND = 30;
    private static final int DELTA_BITS = 27;
    /** An absolute stamp has 59 bits; those above come from the time before. */
    private static final long STAMP_STEP = 1L << 59;

    private static final long STAMP_TOP = -STAMP_STEP;

    private final Decoders decoders;
    private final HeaderPage layout;
    private final Clock clock;
    private final ImportStats stats;

    PageReader(Decoders decoders, HeaderPage layout, Clock clock, ImportStats stats) {
        this.decoders = decoders;
        this.layout = layout;
        this.clock = clock;
        this.stats = stats;
    }

    /**
     * Appends the events of the page that {@code pages} is at to {@code lane}.
     *
     * @param elsewhere ids whose events are taken from another buffer, or null
     */
    void read(CpuPages pages, @Nullable BitSet elsewhere, EventBatch lane) {
        TraceBytes bytes = pages.bytes();
        long page = pages.at();
        int commit = bytes.i32(page + HeaderPage.COMMIT_AT);
        int used = commit & USED_MASK;
        if (pages.takeGap()) lost(pages, 0, lane);
        if ((commit & EVENTS_MISSED) != 0)
            lost(pages, (commit & COUNT_STORED) == 0 ? 0 : count(pages, page + layout.dataAt() + used), lane);
        long start = page + layout.dataAt();
        walk(pages, start, start + used, elsewhere, lane);
    }

    /** A row that says that events are missing before this page; {@code count} 0 where nobody knows how many. */
    private void lost(CpuPages pages, long count, EventBatch lane) {
        if (count > 0) stats.add(ImportStat.EVENTS_LOST, lane.cpu(), count);
        else stats.add(ImportStat.LOSS_UNCOUNTED, lane.cpu());
        lane.args(lane.append(clock.ns(pages.stamp()), pages.ref(), EventKind.LOST), count, 0);
    }

    /** How many events were lost before the page: a long behind the used bytes. */
    private long count(CpuPages pages, long at) {
        if (pages.at() + pages.pageSize() - at < layout.longSize()) return 0;
        long n = layout.longSize() == 8 ? pages.bytes().i64(at) : pages.bytes().u32(at);
        return n < 0 || n >>> 40 != 0 ? 0 : n;
    }

    /** Events stand at {@code [at, end)}. A time beyond the next page's stamp is as impossible as a length beyond the end. */
    private void walk(CpuPages pages, long at, long end, @Nullable BitSet elsewhere, EventBatch lane) {
        TraceBytes bytes = pages.bytes();
        long stamp = pages.stamp();
        long latest = pages.latest();
        long ref = pages.ref();
        int unused = 0;
        while (end - at >= 4) {
            int word = bytes.i32(at);
            int type = word & TYPES;
            int delta = word >>> TYPE_BITS;
            if (type == PADDING && delta == 0) break;
            boolean sized = type == 0 || type >= PADDING;
            if (sized && end - at < 8) {
                pages.damaged();
                break;
            }
            long extra = sized ? bytes.u32(at + 4) : 0;
            if (type >= TIME_EXTEND) {
                stamp = type == TIME_EXTEND ? stamp + delta + (extra << DELTA_BITS) : absolute(stamp, delta, extra);
                at += 8;
                continue;
            }
            stamp += delta;
            int header = type == 0 ? 8 : 4;
            long length = type == 0 ? extra - 4 : type == PADDING ? extra : 4L * type;
            if (length < 0 || length > end - at - header || stamp > latest || stamp < 0) {
                pages.damaged();
                break;
            }
            if (type != PADDING && !event(bytes, at + header, (int) length, stamp, ref, elsewhere, lane)) unused++;
            at += header + (length + 3 & -4);
        }
        pages.lastStamp(Math.min(stamp, latest));
        stats.add(ImportStat.EVENTS_UNUSED, lane.cpu(), unused);
    }

    /** The time of an absolute stamp; its upper bits are those of the time before, or one more where it would go back. */
    private static long absolute(long before, int delta, long extra) {
        long stamp = extra << DELTA_BITS | delta | (before & STAMP_TOP);
        return before - stamp > STAMP_STEP / 2 ? stamp + STAMP_STEP : stamp;
    }

    /** Decodes a payload; false where it is of no use. */
    private boolean event(
            TraceBytes bytes,
            long payload,
            int length,
            long stamp,
            long ref,
            @Nullable BitSet elsewhere,
            EventBatch lane) {
        if (length < 2) return false;
        int id = bytes.u16(payload);
        PayloadDecoder decoder = decoders.byId(id);
        if (decoder == null) {
            if (decoders.format(id) == null) stats.add(ImportStat.UNKNOWN_ID, lane.cpu());
            return decoders.format(id) == null;
        }
        if (elsewhere != null && elsewhere.get(id)) {
            stats.add(ImportStat.IN_OTHER_BUFFER, lane.cpu());
            return true;
        }
        if (decoder.sound(bytes, payload, length, lane.cpu(), stats))
            decoder.append(bytes, payload, length, clock.ns(stamp), ref, lane);
        return true;
    }
}
