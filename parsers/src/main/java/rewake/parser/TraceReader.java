package rewake.parser;

import rewake.event.CgroupPaths;
import rewake.event.Comms;
import rewake.event.EventSink;
import rewake.event.EventTally;
import rewake.event.ImportStats;
import rewake.event.TraceFacts;

/** One opened trace: its facts are known, its events can be read (or skimmed) once, in one pass. */
public interface TraceReader extends AutoCloseable {
    /** What the trace says about itself. */
    TraceFacts facts();

    /** The names of its tasks; complete after {@link #read}. */
    Comms comms();

    /** The names of its task groups, which only PELT rows use; complete after {@link #read}. */
    CgroupPaths paths();

    /** Losses and oddities so far; complete after {@link #read}. */
    ImportStats stats();

    /**
     * Reads all events into {@code sink}. A loss is counted and the reading goes on; only a file of which nothing can be
     * used is an error.
     *
     * @throws TraceFormatException where no event can be read
     */
    void read(EventSink sink) throws TraceFormatException;

    /**
     * Goes through all events for their CPU, kind and time only. The same events as those of {@link #read}, with the same times
     * and barriers, and the same losses are counted: what makes an event unusable is looked at, the rest of it is left where it is.
     * Names ({@link #comms}, {@link #paths}) may stay incomplete, and memory is constant, whether the file has barriers or not.
     *
     * @throws TraceFormatException where no event can be read
     */
    default void skim(EventTally tally) throws TraceFormatException {
        var rows = new TalliedRows(tally);
        read(rows);
        rows.handOn();
    }

    /** Lets go of the file; facts, names and losses stay. */
    @Override
    void close();
}
