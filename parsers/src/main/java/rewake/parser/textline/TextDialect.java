package rewake.parser.textline;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rewake.event.Topology;

/** How one printer writes a trace. Two passes go over a text with the same dialect. */
public interface TextDialect {
    /** Says what the current line is and fills {@code row} as its kind wants; may join the line with the next. */
    LineKind line(TextLines lines, TextRow row);

    /** The names of the text's events. */
    EventNames names();

    /** What the header lines of the first pass said. */
    Header header();

    /**
     * What a text says about itself; null or 0 for what it does not say.
     *
     * @param format name of the format
     * @param cpus how many CPUs it declares
     * @param clock name of the clock, null where no line names it
     * @param systemWide whether the recording command covered all CPUs, null where it is not known
     * @param topology null where nothing is said
     * @param tracepoints {@code system:name} of the events it says were recorded, also those without a line
     * @param lost events that the header says were overwritten, CPU unknown
     */
    record Header(
            String format,
            @Nullable String release,
            @Nullable String recorder,
            @Nullable String hostname,
            @Nullable String arch,
            int cpus,
            @Nullable String clock,
            @Nullable String cmdline,
            @Nullable Boolean systemWide,
            @Nullable Topology topology,
            List<String> tracepoints,
            long lost) {}
}
