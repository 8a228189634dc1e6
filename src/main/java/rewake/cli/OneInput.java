package rewake.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rewake.catalogue.UsageException;

/** Which trace, where one file is all that can be used. */
final class OneInput {
    @Parameters(
            arity = "0..*",
            paramLabel = "[TRACE]",
            hideParamSyntax = true,
            description = "the trace; - is standard input")
    private List<String> traces = List.of();

    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description = "the same, as perf takes it; default: perf.data, then trace.dat here")
    private List<String> inputs = List.of();

    /** Whether the user named any. */
    boolean given() {
        return !traces.isEmpty() || !inputs.isEmpty();
    }

    /** A file with its bytes. */
    Path file() throws IOException {
        var names = new ArrayList<String>(inputs);
        names.addAll(traces);
        if (names.size() > 1)
            throw new UsageException("one trace at a time: " + String.join(", ", names) + " are given");
        Input input = names.isEmpty() ? new Input() : Input.of(names.getFirst());
        return input.files().getFirst().file();
    }
}
