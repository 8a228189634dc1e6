package rewake.parser.perfdata;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.tracepoint.Decoders;
import rewake.parser.tracepoint.PayloadDecoder;

/** Takes samples apart: id → attr → layout → decoder, which says whether the event is sound. */
final class Samples {
    /** Takes the sound ones. */
    interface Taker {
        /**
         * One event.
         *
         * @param payload file offset of its {@code length} bytes
         * @param record file offset of the sample
         * @param who u32 process, u32 task, of the one that ran; 0 where samples do not tell
         */
        void take(PayloadDecoder decoder, long payload, int length, long timeNs, long record, int cpu, long who);
    }

    private final TraceBytes bytes;
    private final IdTable ids;
    private final Decoders decoders;
    private final TimeWindow times;
    private final int cpus;
    private final ImportStats stats;
    private final Taker taker;
    private final int idAt;
    private final int onlyAttr;
    private final SampleLayout[] layouts;
    private final @Nullable PayloadDecoder[] decoderOf;

    Samples(
            TraceBytes bytes,
            List<EventAttr> attrs,
            IdTable ids,
            Decoders decoders,
            TimeWindow times,
            int cpus,
            ImportStats stats,
            Taker taker) {
        this.bytes = bytes;
        this.ids = ids;
        this.decoders = decoders;
        this.times = times;
        this.cpus = cpus;
        this.stats = stats;
        this.taker = taker;
        layouts = new SampleLayout[attrs.size()];
        decoderOf = new PayloadDecoder[attrs.size()];
        for (int i = 0; i < layouts.length; i++) {
            EventAttr attr = attrs.get(i);
            layouts[i] = attr.tracepoint() ? attr.layout() : SampleLayout.of(0, 0);
            if (attr.tracepoint()) decoderOf[i] = decoders.byId(attr.config());
        }
        idAt = attrs.get(0).layout().idAt();
        onlyAttr = onlyTracepoint(attrs);
    }

    /** Where just one attr is a tracepoint, samples without a known id can only be its own. */
    private static int onlyTracepoint(List<EventAttr> attrs) {
        int found = -1;
        for (int i = 0; i < attrs.size(); i++) {
            if (!attrs.get(i).tracepoint()) continue;
            if (found >= 0) return -1;
            found = i;
        }
        return found;
    }

    /** Takes the sample of {@code size} bytes at {@code record}; what is wrong with one is counted. */
    void sample(long record, int size) {
        int attr = idAt < 0 || idAt + 8 > size ? -1 : ids.attr(bytes.i64(record + idAt));
        if (attr < 0) attr = onlyAttr;
        if (attr < 0) {
            stats.add(ImportStat.UNKNOWN_ID, -1);
            return;
        }
        SampleLayout layout = layouts[attr];
        int rawAt = layout.rawAt();
        if (rawAt == SampleLayout.ABSENT || layout.timeAt() < 0 || layout.cpuAt() < 0) {
            stats.add(ImportStat.EVENTS_UNUSED, -1);
            return;
        }
        if (rawAt == SampleLayout.MOVES) rawAt = layout.findRaw(bytes, record, size);
        if (rawAt < 0 || rawAt + 4 > size) {
            stats.add(ImportStat.RECORD_DAMAGED, -1);
            return;
        }
        long timeNs = bytes.i64(record + layout.timeAt());
        int cpu = bytes.i32(record + layout.cpuAt());
        int rawSize = bytes.i32(record + rawAt);
        if (cpu < 0 || cpu >= cpus) {
            stats.add(ImportStat.CPU_OUT_OF_RANGE, -1);
            return;
        }
        if (!times.has(timeNs) || rawSize < 0 || rawSize > size - rawAt - 4) {
            stats.add(ImportStat.RECORD_DAMAGED, cpu);
            return;
        }
        long who = layout.tidAt() < 0 ? 0 : bytes.i64(record + layout.tidAt());
        payload(attr, record, record + rawAt + 4, rawSize, timeNs, cpu, who);
    }

    private void payload(int attr, long record, long payload, int length, long timeNs, int cpu, long who) {
        int type = length < 2 ? -1 : bytes.u16(payload);
        PayloadDecoder decoder = decoderOf[attr];
        if (decoder == null || decoder.id() != type) decoder = decoders.byId(type);
        if (decoder == null)
            stats.add(decoders.format(type) != null ? ImportStat.EVENTS_UNUSED : ImportStat.RECORD_DAMAGED, cpu);
        else if (decoder.sound(bytes, payload, length, cpu, stats))
            taker.take(decoder, payload, length, timeNs, record, cpu, who);
    }
}
