/**
 * Events in time order.
 *
 * <p>Job: merge the per-CPU lanes that a reader fills, and make one trace of several files. In: {@link rewake.event.EventSink}
 * calls. Out: {@link rewake.event.EventConsumer} calls, one a row, in order of time. Heat: hot. Start reading at
 * {@link rewake.store.TimeMerge}, then {@link rewake.store.JoinedTraces}; {@link
 * rewake.store.TimeCheck} is for events that are only counted.
 */
@org.jspecify.annotations.NullMarked
package rewake.store;
