package rewake.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;
import rewake.event.TraceFacts;

/** Which kernels decide: a base and variants of it. */
final class ModelOptions {
    @Option(
            names = "--kernel",
            paramLabel = "V",
            description = "the base model (rewake kernels lists them), also with patches: v6.1+cluster-wakeup;"
                    + " default: the newest not newer than the trace's kernel")
    private @Nullable String kernel;

    @Option(
            names = "--patch",
            paramLabel = "P",
            description =
                    "a variant of the base (repeatable): a patch, no-PATCH to take one off, or several joined by +;"
                            + " rewake patches lists them")
    private List<String> patches = List.of();

    @Option(names = "--each", description = "every patch that can be put on or taken off the base, as a variant each")
    private boolean each;

    /** The models for one trace. */
    Variants of(TraceFacts facts) {
        if (each && !patches.isEmpty()) throw new UsageException("--each takes the place of --patch");
        Input.eachOnce(patches.stream().map(p -> "--patch " + p).toList());
        return Variants.of(facts, kernel, patches, each);
    }

    /** The models of one trace where loads of groups are counted: every patch that changes them, unless some are named. */
    Variants groupLoads(TraceFacts facts) {
        if (each && !patches.isEmpty()) throw new UsageException("--each takes the place of --patch");
        Input.eachOnce(patches.stream().map(p -> "--patch " + p).toList());
        return Variants.groupLoads(facts, kernel, patches);
    }
}
