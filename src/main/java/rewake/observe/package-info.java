/**
 * What happened: the measured side beyond perf's own tables.
 *
 * <p>Job: listeners on the timeline that count moves, waits, queues and chains in one pass, each with how much of the trace
 * it could see. In: timeline calls. Out: counts and histograms that {@code measure} makes tables of. Heat: hot. Start
 * reading at {@link rewake.observe.Coverage}.
 */
@org.jspecify.annotations.NullMarked
package rewake.observe;
