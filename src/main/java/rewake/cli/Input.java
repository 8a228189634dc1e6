package rewake.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rewake.catalogue.UsageException;
import rewake.store.JoinedTraces;

/** Which trace, of one file or several: as last arguments, after {@code -i}, or perf.data or trace.dat of the current folder. */
final class Input {
    @Parameters(
            arity = "0..*",
            paramLabel = "TRACE",
            description =
                    "the trace; - is standard input. Several files of one run are put on one timeline: buffers or halves of"
                            + " a recording, events of perf and of ftrace")
    private List<String> traces = List.of();

    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description =
                    "the same, as perf takes it (repeatable, before the others); default: perf.data, then trace.dat here")
    private List<String> inputs = List.of();

    @Option(
            names = "--ts-offset",
            paramLabel = "[TRACE=]SECONDS",
            description =
                    "what to add to the times of a trace, to the ns, - to take off; without TRACE= the first is for the first"
                            + " trace, and so on (repeatable). Traces without one must have the same clock; 0 says that it is")
    private List<String> tsOffsets = List.of();

    /** A file with bytes, and what the user called it. */
    record Named(String name, Path file) {
        /** For messages. */
        String shown() {
            return name.equals("-") ? "standard input" : name;
        }
    }

    /** The trace with this name. */
    static Input of(String name) {
        var input = new Input();
        input.traces = List.of(name);
        return input;
    }

    /** What the user called it, for messages and evidence. */
    String name() {
        return String.join(" + ", names());
    }

    /** What the user called each file, in order. */
    List<String> names() {
        var names = new ArrayList<String>(inputs);
        names.addAll(traces);
        if (names.isEmpty())
            for (String here : new String[] {"perf.data", "trace.dat"})
                if (Files.exists(Path.of(here))) return List.of(here);
        if (names.isEmpty())
            throw new UsageException("which trace? Give its file; there is no perf.data or trace.dat in this folder");
        if (names.size() > JoinedTraces.FILES_MAX)
            throw new UsageException(names.size() + " traces; not more than " + JoinedTraces.FILES_MAX + " at a time");
        return eachOnce(names);
    }

    /** The same, where none is there twice. */
    static List<String> eachOnce(List<String> names) {
        var seen = new HashSet<String>();
        for (String name : names) if (!seen.add(name)) throw new UsageException(name + " is given twice");
        return names;
    }

    /** Files with bytes: the named ones, or copies of standard input or of pipes. */
    List<Named> files() throws IOException {
        var files = new ArrayList<Named>();
        for (String name : names()) files.add(new Named(name, file(name)));
        return files;
    }

    /** What to add to the times of each file in ns, null where the user said nothing. */
    List<@Nullable Long> offsets() {
        return TsOffsets.of(tsOffsets, names());
    }

    private static Path file(String name) throws IOException {
        if (name.equals("-")) return copied(System.in);
        Path named = Path.of(name);
        boolean pipe = Files.exists(named) && !Files.isRegularFile(named) && !Files.isDirectory(named);
        if (!pipe) return named;
        try (InputStream in = Files.newInputStream(named)) {
            return copied(in);
        }
    }

    /** What can be read only once goes into a file that goes away with the JVM. */
    private static Path copied(InputStream in) throws IOException {
        Path copy = Files.createTempFile("rewake", ".trace");
        copy.toFile().deleteOnExit();
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        return copy;
    }
}
