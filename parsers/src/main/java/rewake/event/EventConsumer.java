package rewake.event;

/** Takes the events of a trace one by one in time order. */
@FunctionalInterface
public interface EventConsumer {
    /** One event: row {@code row} of {@code batch}, whose CPU is {@code batch.cpu()}. The batch is reused afterwards. */
    void event(EventBatch batch, int row);
}
