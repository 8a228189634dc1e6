/**
 * What happened: the measured side beyond perf's own tables; each kind of question has a room below.
 *
 * <p>Job: what those rooms share: how much of a trace could be seen, what counts, distributions and their bounds. In: timeline
 * calls. Out: counts and histograms that {@code measure} makes tables of. Heat: hot. Start reading at
 * {@link rewake.observe.Coverage}.
 */
@org.jspecify.annotations.NullMarked
package rewake.observe;
