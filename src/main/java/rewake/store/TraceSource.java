package rewake.store;

import org.jspecify.annotations.Nullable;
import rewake.event.EventConsumer;
import rewake.parser.TraceReader;

/**
 * One of the files that make up a trace.
 *
 * @param name what the user calls it, for messages
 * @param reader of its bytes; {@link JoinedTraces} closes it
 * @param offset ns to add to its times, or null where none was given: then its clock must be that of the others
 * @param witness sees its rows by its own clock, on a thread of their own; not to be looked at before all is read
 */
public record TraceSource(
        String name, TraceReader reader, @Nullable Long offset, EventConsumer witness) {
    /** ns to add to its times. */
    long offsetNs() {
        return offset == null ? 0 : offset;
    }
}
