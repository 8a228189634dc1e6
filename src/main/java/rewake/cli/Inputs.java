package rewake.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which traces, each read on its own: as arguments, after {@code -i}, or perf.data or trace.dat of the current folder. */
final class Inputs {
    @Parameters(arity = "0..*", paramLabel = "TRACE", description = "the traces, each on its own; - is standard input")
    private List<String> traces = List.of();

    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description = "the same, as perf takes it (repeatable); default: perf.data, then trace.dat here")
    private List<String> inputs = List.of();

    /** At least one, in the order given. */
    List<Input> all() {
        var all = new ArrayList<Input>();
        for (String trace : traces) all.add(Input.of(trace));
        for (String input : inputs) all.add(Input.of(input));
        if (all.isEmpty()) all.add(Input.of(new Input().name()));
        return all;
    }
}
