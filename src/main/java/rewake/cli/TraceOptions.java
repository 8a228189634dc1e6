package rewake.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to add to, or to take over from, what a trace says of itself. */
final class TraceOptions {
    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description = "who shares what, as JSON (rewake topology prints it); wins over what the trace says")
    @Nullable
    Path topology;

    @Option(
            names = "--ts-offset",
            paramLabel = "[TRACE=]SECONDS",
            description =
                    "what to add to the times of a trace, to the ns, - to take off; without TRACE= the first is for the first"
                            + " trace, and so on (repeatable). Traces without one must have the same clock; 0 says that it is")
    List<String> tsOffsets = List.of();

    @Option(
            names = "--pelt-events",
            paramLabel = "FILE",
            description =
                    "which events and fields of the trace tell of load tracking, as JSON: for probes with names of your"
                            + " own; wins over the names Rewake knows")
    @Nullable
    Path peltEvents;

    @Option(names = "--hash", description = "put the SHA-256 of the trace into the evidence")
    boolean hash;
}
