package rewake.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import rewake.bytes.TraceBytes;
import rewake.bytes.Unwrapped;
import rewake.event.ImportStat;
import rewake.event.PeltDialect;
import rewake.parser.TraceFormatException;
import rewake.parser.TraceReader;
import rewake.parser.ftracetext.FtraceTextReader;
import rewake.parser.perfdata.PerfDataReader;
import rewake.parser.perfscript.PerfScriptReader;
import rewake.parser.tracedat.TraceDatReader;

/**
 * The trace formats Rewake reads, a row each. A file is recognised by its first bytes (a text by its first lines), in the
 * order of the rows.
 */
@SuppressWarnings("ImmutableEnumChecker") // method references hold no state
public enum Formats {
    /** perf.data in file mode. */
    PERF_DATA(
            "perf.data",
            "PERFILE2 in the first 8 bytes",
            "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/tools/perf/Documentation/perf.data-file-format.txt",
            PerfDataReader::recognises,
            PerfDataReader::open),
    /** trace.dat of trace-cmd, versions 6 and 7. */
    TRACE_DAT(
            "trace.dat",
            "17 08 44 tracing in the first 10 bytes",
            "https://git.kernel.org/pub/scm/utils/trace-cmd/trace-cmd.git/tree/Documentation/trace-cmd/trace-cmd.dat.v7.5.txt",
            TraceDatReader::recognises,
            TraceDatReader::open),
    /** The kernel's own text, and trace-cmd's. */
    FTRACE_TEXT(
            "ftrace text, trace-cmd report",
            "# tracer:, version = or cpus= in the first lines, or lines of comm-pid [cpu] time: event:",
            "https://docs.kernel.org/trace/ftrace.html",
            FtraceTextReader::recognises,
            FtraceTextReader::open),
    /** perf's text. */
    PERF_SCRIPT(
            "perf script",
            "# ======== in the first lines, or lines of comm tid [cpu] time: event:",
            "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/tools/perf/Documentation/perf-script.txt",
            PerfScriptReader::recognises,
            PerfScriptReader::open);

    /** Makes a reader of mapped bytes. */
    private interface Opener {
        TraceReader open(TraceBytes bytes, PeltDialect dialect) throws TraceFormatException;
    }

    private final String title;
    private final String recognisedBy;
    private final String link;
    private final Predicate<TraceBytes> sniff;
    private final Opener opener;

    Formats(String title, String recognisedBy, String link, Predicate<TraceBytes> sniff, Opener opener) {
        this.title = title;
        this.recognisedBy = recognisedBy;
        this.link = link;
        this.sniff = sniff;
        this.opener = opener;
    }

    /** Short name, as in the evidence header. */
    public String title() {
        return title;
    }

    /** What in a file tells the format. */
    public String recognisedBy() {
        return recognisedBy;
    }

    /** Where the format is described. */
    public String link() {
        return link;
    }

    /**
     * Maps a file, recognises it by its first bytes and opens it. Closing the reader unmaps the file. PELT events have the
     * names of known recorders.
     *
     * @throws TraceFormatException as {@link #open(Path, PeltDialect)}
     * @throws IOException as {@link #open(Path, PeltDialect)}
     */
    public static TraceReader open(Path file) throws IOException {
        return open(file, PeltDialect.standard());
    }

    /**
     * Maps a file, unpacks it where it is packed (gzip, xz, zstd), recognises it by its first bytes and opens it. Closing
     * the reader unmaps the file.
     *
     * @param dialect names of PELT events
     * @throws TraceFormatException where the file is no trace that can be read; the message says what it is and what to do
     * @throws IOException where there is no such file or it cannot be read
     */
    public static TraceReader open(Path file, PeltDialect dialect) throws IOException {
        return open(file, file.toString(), dialect);
    }

    /**
     * The same for a file that the user knows by another name, such as a copy of standard input.
     *
     * @throws TraceFormatException as {@link #open(Path, PeltDialect)}
     * @throws IOException as {@link #open(Path, PeltDialect)}
     */
    public static TraceReader open(Path file, String name, PeltDialect dialect) throws IOException {
        if (Files.isDirectory(file)) throw Unreadable.directory(file);
        return open(TraceBytes.map(file, name), dialect);
    }

    /**
     * The same for bytes that are mapped or in memory; they are closed with the reader, or before this throws.
     *
     * @throws TraceFormatException as {@link #open(Path, PeltDialect)}
     */
    public static TraceReader open(TraceBytes packed, PeltDialect dialect) throws TraceFormatException {
        TraceBytes bytes = packed;
        try {
            Unwrapped inside = unwrapped(bytes);
            bytes = inside.bytes();
            TraceReader reader = recognised(bytes, dialect);
            if (inside.damage() != null) reader.stats().add(ImportStat.FILE_CUT, -1);
            return reader;
        } catch (TraceFormatException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    private static Unwrapped unwrapped(TraceBytes bytes) throws TraceFormatException {
        try {
            return Unwrapped.of(bytes);
        } catch (IOException e) {
            throw new TraceFormatException(bytes.name(), 0, String.valueOf(e.getMessage()));
        }
    }

    private static TraceReader recognised(TraceBytes bytes, PeltDialect dialect) throws TraceFormatException {
        for (Formats format : values()) if (format.sniff.test(bytes)) return format.opener.open(bytes, dialect);
        throw Unreadable.file(bytes);
    }
}
