package rewake.parser.perfdata;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/** Reads the feature sections, each in its own guard: a damaged one costs its own facts and is counted, no more. */
final class FeatureReader {
    private static final int TRACING_DATA = 1;
    private static final int HOSTNAME = 3;
    private static final int OSRELEASE = 4;
    private static final int VERSION = 5;
    private static final int ARCH = 6;
    private static final int NRCPUS = 7;
    private static final int CMDLINE = 11;
    private static final int EVENT_DESC = 12;
    private static final int CPU_TOPOLOGY = 13;
    private static final int NUMA_TOPOLOGY = 14;
    private static final int CACHE = 20;
    private static final int SAMPLE_TIME = 21;
    private static final int COMPRESSED = 27;

    private final TraceBytes bytes;
    private final FileHeader header;
    private final ImportStats stats;

    private FeatureReader(TraceBytes bytes, FileHeader header, ImportStats stats) {
        this.bytes = bytes;
        this.header = header;
        this.stats = stats;
    }

    static Features read(TraceBytes bytes, FileHeader header, ImportStats stats) throws TraceFormatException {
        if (header.has(COMPRESSED)) throw compressed(bytes, header.dataAt());
        return new FeatureReader(bytes, header, stats).read();
    }

    static TraceFormatException compressed(TraceBytes bytes, long at) {
        return new TraceFormatException(
                bytes.name(), at, "compressed records (perf record -z) cannot be read yet; record without -z");
    }

    private Features read() {
        long end = end();
        if (end > bytes.size()) stats.add(ImportStat.FILE_CUT, -1);
        Integer cpus = guarded(NRCPUS, FeatureReader::cpusAvailable);
        int available = cpus == null ? 0 : cpus;
        Map<Long, String> names = guarded(EVENT_DESC, FeatureReader::eventNames);
        TimeWindow times = guarded(SAMPLE_TIME, TimeWindow::read);
        TracingData tracing = guarded(TRACING_DATA, TracingData::read);
        if (tracing != null && tracing.damage() != null) stats.add(ImportStat.FEATURE_DAMAGED, -1);
        return new Features(
                guarded(HOSTNAME, Section::string),
                guarded(OSRELEASE, Section::string),
                guarded(VERSION, Section::string),
                guarded(ARCH, Section::string),
                available,
                guarded(CMDLINE, Section::strings),
                names == null ? Map.of() : names,
                available == 0 ? null : guarded(CPU_TOPOLOGY, s -> CpuTopology.read(s, available)),
                guarded(NUMA_TOPOLOGY, NumaNode::readAll),
                guarded(CACHE, Cache::readAll),
                times == null ? TimeWindow.ANY : times,
                tracing == null ? TracingData.none() : tracing,
                end);
    }

    /** Where the last of all sections ends, or the table of them, be that in the file or beyond its end. */
    private long end() {
        long rows = Arrays.stream(header.features()).map(Long::bitCount).sum();
        long end = header.dataEnd() + 16 * rows;
        if (end > bytes.size()) return end;
        for (long row = header.dataEnd(); row < header.dataEnd() + 16 * rows; row += 16) {
            long at = bytes.i64(row);
            long size = bytes.i64(row + 8);
            end = at < 0 || size < 0 || size > Long.MAX_VALUE - at ? Long.MAX_VALUE : Math.max(end, at + size);
        }
        return end;
    }

    /** Reads one section. */
    private interface Reader<T> {
        T read(Section section) throws TraceFormatException;
    }

    private <T> @Nullable T guarded(int feature, Reader<T> reader) {
        if (!header.has(feature)) return null;
        try {
            Section row = new Section(bytes, header.dataEnd() + 16L * row(feature), 16);
            return reader.read(new Section(bytes, row.i64(), row.i64()));
        } catch (TraceFormatException _) {
            stats.add(ImportStat.FEATURE_DAMAGED, -1);
            return null;
        }
    }

    /** The table has one row for each set bit, in ascending order of bits. */
    private int row(int feature) {
        int row = 0;
        for (int lower = 0; lower < feature; lower++) if (header.has(lower)) row++;
        return row;
    }

    /** CPUs present, then CPUs online: the documentation has them the other way round. */
    private static int cpusAvailable(Section s) throws TraceFormatException {
        long available = s.u32();
        if (available < 1 || available > CpuList.CPU_MAX) throw s.damaged(available + " CPUs");
        return (int) available;
    }

    private static Map<Long, String> eventNames(Section s) throws TraceFormatException {
        int n = s.count(8);
        long attrSize = s.u32();
        var names = new HashMap<Long, String>();
        for (int i = 0; i < n; i++) {
            s.take(attrSize);
            long ids = s.u32();
            String name = s.string();
            if (ids > 0 && s.left() >= 8) names.put(s.i64(), name);
            s.take(8 * Math.max(0, ids - 1));
        }
        return names;
    }
}
