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
            description =
                    "the same, as perf takes it (repeatable, before the others); default: perf.data, then trace.dat here")
    private List<String> inputs = List.of();

    /** At least one, in the order given. */
    List<Input> all() {
        var names = new ArrayList<String>(inputs);
        names.addAll(traces);
        if (names.isEmpty()) names.add(new Input().name());
        return Input.eachOnce(names).stream().map(Input::of).toList();
    }
}
