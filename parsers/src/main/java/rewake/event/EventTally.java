package rewake.event;

/**
 * Takes events for their CPU, kind and time only, in the order in which a reader finds them: each CPU's as in its lane, those
 * of different CPUs in any order.
 */
public interface EventTally {
    /**
     * One event.
     *
     * @param cpu as in {@link EventSink#lane}
     * @param timeNs as in {@link EventBatch#timeNs(int)}
     * @param ref file offset or line of the record
     */
    void event(int cpu, EventKind kind, long timeNs, long ref);

    /** As {@link EventSink#roundFinished}. */
    default void roundFinished() {}

    /** As {@link EventSink#complete}. */
    default void complete(long timeNs) {}
}
