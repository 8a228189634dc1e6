package rewake.cli;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rewake.catalogue.UsageException;

/** Whether and how latencies are split by what the chosen CPU was doing. */
final class SplitOptions {
    @Option(
            names = "--split",
            description =
                    "also split wake-up latency by what the chosen CPU was doing (deep or shallow idle, SCHED_IDLE task, fair task,"
                            + " RT task), and by how far the task moved; and show how CPUs left their idle states (needs power:cpu_idle)")
    boolean split;

    @Option(
            names = "--deep-from",
            paramLabel = "N",
            description =
                    "with --split: idle states of this index and above are deep (default: the deepest seen, if not 0)")
    @Nullable
    Integer deepFrom;

    @Option(
            names = "--sched-idle",
            split = ",",
            paramLabel = "WHO",
            description = "with --split: names or thread ids of tasks under SCHED_IDLE; no event tells the policy")
    Set<String> schedIdle = Set.of();

    void check() {
        if (!split && (deepFrom != null || !schedIdle.isEmpty()))
            throw new UsageException((deepFrom != null ? "--deep-from" : "--sched-idle")
                    + " says how to split latencies: give --split too");
        if (deepFrom != null && deepFrom < 0)
            throw new UsageException("--deep-from " + deepFrom + ": indices of idle states begin at 0");
    }
}
