package rewake.parser.tracepoint;

import java.util.Map;
import java.util.Optional;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;

/**
 * Lists of format texts, as perf.data and trace.dat keep them: ftrace's own events as {@code u32 n, n x { u64 length,
 * text }}, all others as {@code u32 systems, each { name\0, u32 n, n x { u64 length, text } }}. Formats go into a map by
 * id; what was read before damage stays in it.
 */
public final class FormatTexts {
    private static final int FORMAT_MAX = 1 << 16;

    private FormatTexts() {}

    /** Reads ftrace's own. */
    public static void readFtrace(Section blob, Map<Integer, TracepointFormat> formats) throws TraceFormatException {
        readSystem(blob, "ftrace", formats);
    }

    /** Reads the systems. Returns their number. */
    public static int readSystems(Section blob, Map<Integer, TracepointFormat> formats) throws TraceFormatException {
        int systems = blob.count(5);
        for (int s = 0; s < systems; s++) readSystem(blob, blob.nulText(), formats);
        return systems;
    }

    private static void readSystem(Section blob, String system, Map<Integer, TracepointFormat> formats)
            throws TraceFormatException {
        int events = blob.count(8);
        for (int i = 0; i < events; i++) readFormat(blob, system).ifPresent(f -> formats.putIfAbsent(f.id(), f));
    }

    private static Optional<TracepointFormat> readFormat(Section blob, String system) throws TraceFormatException {
        long length = blob.i64();
        if (length > FORMAT_MAX) {
            blob.take(length);
            return Optional.empty();
        }
        return TracepointFormat.parse(system, blob.text(length));
    }
}
