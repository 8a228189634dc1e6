/**
 * Who ran where and when, who woke whom, who waited, what moved.
 *
 * <p>Job: {@link rewake.timeline.TimelineTracker} follows the events of a trace in one pass and constant memory (per CPU
 * and per task, nothing per event) and tells {@link rewake.timeline.TimelineListener}s of slices, wake-ups, waits and
 * migrations. In: events in time order. Out: calls with primitives. Heat: hot. Start reading at
 * {@link rewake.timeline.TimelineListener}.
 */
@org.jspecify.annotations.NullMarked
package rewake.timeline;
