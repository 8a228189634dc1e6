package rewake.parser.tracedat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rewake.bytes.TraceBytes;
import rewake.event.Comms;
import rewake.event.ImportStat;
import rewake.event.ImportStats;
import rewake.parser.Section;
import rewake.parser.TraceFormatException;
import rewake.parser.tracepoint.FormatTexts;
import rewake.parser.tracepoint.TracepointFormat;

/** What a file holds, whichever version wrote it: filled by {@link StreamV6} or {@link Sections}. */
final class Contents {
    final Options options = new Options();
    final Map<Integer, TracepointFormat> formats = new HashMap<>();
    final List<Buffer> buffers = new ArrayList<>();
    final SavedCmdlines cmdlines = new SavedCmdlines();

    @Nullable
    HeaderPage headerPage;
    /** Whether it holds a latency tracer's text instead of pages. */
    boolean latency;
    /** Systems whose formats are in the file. */
    int systems;

    private final Comms comms;
    private final ImportStats stats;

    private Contents(Comms comms, ImportStats stats) {
        this.comms = comms;
        this.stats = stats;
    }

    /** Reads all but the pages. What is damaged is counted; the rest is there. */
    static Contents read(TraceBytes bytes, FileHeader header, Unpacker unpacker, Comms comms, ImportStats stats)
            throws TraceFormatException {
        var contents = new Contents(comms, stats);
        if (header.version() == 6) new StreamV6(bytes, header, contents).read();
        else new Sections(bytes, header, unpacker, contents).read();
        return contents;
    }

    void damaged() {
        stats.add(ImportStat.FEATURE_DAMAGED, -1);
    }

    void cut() {
        stats.add(ImportStat.FILE_CUT, -1);
    }

    /** {@code header_page\0} and {@code header_event\0}, each u64 length and text. */
    void readHeaders(Section s) throws TraceFormatException {
        if (!s.nulText().equals("header_page")) throw s.damaged("expected header_page");
        headerPage = HeaderPage.parse(s.text(s.i64()));
        if (!s.nulText().equals("header_event")) throw s.damaged("expected header_event");
        s.take(s.i64());
    }

    void readFtrace(Section s) throws TraceFormatException {
        FormatTexts.readFtrace(s, formats);
    }

    void readSystems(Section s) throws TraceFormatException {
        systems = FormatTexts.readSystems(s, formats);
    }

    void readCmdlines(TraceBytes bytes, Section s) throws TraceFormatException {
        cmdlines.read(bytes, s, comms);
    }
}
