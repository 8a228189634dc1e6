package rewake.parser.perfdata;

import rewake.bytes.TraceBytes;
import rewake.event.EventSink;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * The one pass over the data section. Each record costs one load of its header; a sample then one look-up of its id, a
 * few loads at constant offsets and its decoder. Records of no use cost their header.
 */
final class RecordReader {
    private final TraceBytes bytes;
    private final long start;
    private final long end;
    private final Samples samples;
    private final SideBand sideBand;
    private final ImportStats stats;

    RecordReader(TraceBytes bytes, FileHeader header, Samples samples, SideBand sideBand, ImportStats stats) {
        this.bytes = bytes;
        start = header.dataAt();
        end = header.dataEnd();
        this.samples = samples;
        this.sideBand = sideBand;
        this.stats = stats;
    }

    /** Reads to the end or to the first record that cannot be one; what follows that cannot be trusted. */
    void read(EventSink sink) {
        long at = start;
        while (at < end) {
            if (end - at < 8) {
                stats.add(ImportStat.FILE_CUT, -1);
                return;
            }
            long header = bytes.i64(at);
            int size = (int) (header >>> 48);
            if (size < 8 || size > end - at) {
                stats.add(ImportStat.FILE_CUT, -1);
                if (size < 8) stats.add(ImportStat.RECORD_DAMAGED, -1);
                return;
            }
            int type = (int) header;
            if (type == RecordType.SAMPLE) samples.sample(at, size);
            else if (type == RecordType.FINISHED_ROUND) sink.roundFinished();
            else at += other(at, type, (int) (header >>> 32) & 0xFFFF, size, sink);
            at += size;
        }
    }

    /** Returns how many bytes follow the record without being counted in its size. */
    private long other(long at, int type, int misc, int size, EventSink sink) {
        if (!RecordType.known(type)) stats.add(ImportStat.UNKNOWN_RECORD, -1);
        else if (type <= RecordType.KERNEL_LAST) sideBand.record(at, type, misc, size, sink);
        else if (type == RecordType.TRACING_DATA && size >= 12) return clamp(bytes.u32(at + 8), at + size);
        else if (type == RecordType.AUXTRACE && size >= 16) return clamp(bytes.i64(at + 8), at + size);
        else if (RecordType.compressed(type)) stats.add(ImportStat.RECORD_DAMAGED, -1);
        return 0;
    }

    private long clamp(long extra, long after) {
        if (extra >= 0 && extra <= end - after) return extra;
        stats.add(ImportStat.RECORD_DAMAGED, -1);
        return end - after;
    }
}
