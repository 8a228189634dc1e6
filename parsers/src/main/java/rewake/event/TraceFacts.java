package rewake.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trace says about itself before its first event.
 *
 * @param format short name of the format, e.g. {@code perf.data}
 * @param kernelRelease {@code uname -r} of the recorded kernel, or null where the trace does not say
 * @param recorder what recorded it, e.g. {@code perf 6.1.192}, or null
 * @param hostname or null
 * @param arch or null
 * @param cpus number of CPUs (the highest possible CPU id + 1)
 * @param clock name of the trace clock as the recorder calls it, e.g. {@code sched_clock}, {@code mono}, or null where the trace
 *     does not name it
 * @param topology who shares what; {@link Topology#flat} with source {@code assumed flat} where the trace is silent
 * @param tracepoints {@code system:name} of every recorded tracepoint, also those Rewake does not use
 * @param cmdline the recording command, or null
 * @param systemWide false where only some tasks were recorded, so that CPU timelines have holes
 */
public record TraceFacts(
        String format,
        @Nullable String kernelRelease,
        @Nullable String recorder,
        @Nullable String hostname,
        @Nullable String arch,
        int cpus,
        @Nullable String clock,
        Topology topology,
        List<String> tracepoints,
        @Nullable String cmdline,
        boolean systemWide) {
    /** Whether events of this kind were recorded (side-band kinds: always). */
    public boolean records(EventKind kind) {
        return kind.tracepoint().isEmpty() || tracepoints.contains(kind.tracepoint());
    }

    /**
     * What the clock counts, under one name for all recorders; null where the trace does not name it. Times of one domain
     * and one boot can be compared. ftrace's {@code local}, {@code global} and {@code perf} all read the scheduler's clock, as
     * perf does without {@code -k}.
     *
     * <p>Source: {@code kernel/trace/trace_clock.c}, {@code Documentation/trace/ftrace.rst} (trace_clock),
     * {@code perf_event_clock()}.
     */
    public @Nullable String clockDomain() {
        if (clock == null) return null;
        return switch (clock) {
            case "local", "global", "perf" -> "sched_clock";
            case "mono" -> "monotonic";
            case "mono_raw" -> "monotonic_raw";
            case "boot" -> "boottime";
            default -> clock;
        };
    }

    /** The same facts with another topology, whose CPUs are then those of the machine. */
    public TraceFacts withTopology(Topology other) {
        return new TraceFacts(
                format,
                kernelRelease,
                recorder,
                hostname,
                arch,
                other.cpus(),
                clock,
                other,
                tracepoints,
                cmdline,
                systemWide);
    }
}
