package rewake.measure;

import java.io.IOException;
import java.util.function.Function;
import rewake.event.Comms;
import rewake.event.EventConsumer;

/** One more pass over a trace, with names of its own; how tables of a row per event get their rows. */
@FunctionalInterface
public interface TracePass {
    /** Reads all events into the consumer that is made for the names of this pass. */
    void read(Function<Comms, EventConsumer> consumer) throws IOException;
}
