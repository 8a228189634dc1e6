package rewake.cli;

import java.nio.file.Path;
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
