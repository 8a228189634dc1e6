package rewake.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rewake.catalogue.UsageException;

/** Which trace: as last argument, after {@code -i}, or perf.data or trace.dat of the current folder. */
final class Input {
    @Parameters(arity = "0..1", paramLabel = "TRACE", description = "the trace; - is standard input")
    private @Nullable String trace;

    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description = "the same, as perf takes it; default: perf.data, then trace.dat here")
    private @Nullable String input;

    /** The trace with this name. */
    static Input of(String name) {
        var input = new Input();
        input.trace = name;
        return input;
    }

    /** What the user called it, for messages and evidence. */
    String name() {
        if (trace != null && input != null && !trace.equals(input))
            throw new UsageException("one trace at a time: both " + trace + " and -i " + input + " are given");
        if (trace != null) return trace;
        if (input != null) return input;
        for (String here : new String[] {"perf.data", "trace.dat"}) if (Files.exists(Path.of(here))) return here;
        throw new UsageException("which trace? Give its file; there is no perf.data or trace.dat in this folder");
    }

    /** A file with its bytes: the named one, or a copy of standard input or of a pipe. */
    Path file() throws IOException {
        String name = name();
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
