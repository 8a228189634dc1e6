package rewake.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rewake.replay.Cgroups;

/** What the user knows of tasks that no event tells. */
final class TaskKnowledge {
    @Option(
            names = "--sched-idle",
            split = ",",
            paramLabel = "WHO",
            description = "names or thread ids of tasks under SCHED_IDLE; no event tells the policy")
    private Set<String> schedIdle = Set.of();

    @Option(
            names = "--cgroups",
            paramLabel = "FILE",
            description =
                    "task groups and who is in them: JSON, or the lines of /proc/PID/cgroup with the pid in front; they"
                            + " decide what weighs how much in the load of a CPU (default: what load tracking events tell, else"
                            + " every task in the root group)")
    private @Nullable Path cgroups;

    Set<String> schedIdle() {
        return schedIdle;
    }

    /** The groups that the user told, or null. */
    @Nullable
    Cgroups told() throws IOException {
        return cgroups == null ? null : CgroupsFile.read(cgroups);
    }
}
