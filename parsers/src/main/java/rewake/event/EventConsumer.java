package rewake.event;

/** Takes the events of a trace one by one in time order. */
public interface EventConsumer {
    /** One event: row {@code row} of {@code batch}, whose CPU is {@code batch.cpu()}. The batch is reused afterwards. */
    void event(EventBatch batch, int row);

    /**
     * Shows a lane once, before any of its rows is delivered (and before the first row of all where it has rows by then):
     * its first rows tell what the CPU ran when the trace began.
     */
    default void firstOf(EventBatch lane) {}
}
