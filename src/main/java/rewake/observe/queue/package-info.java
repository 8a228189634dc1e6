/**
 * Run queues: how long they were, who waited while another CPU was idle, who took whose CPU, and what the kernel's own
 * counters would have said.
 *
 * <p>Job: listeners on one timeline that count in one pass. In: events, in order of time. Out: counts and histograms that
 * {@code measure} makes tables of. Heat: hot. Start reading at {@link rewake.observe.queue.QueueWatch}.
 */
@org.jspecify.annotations.NullMarked
package rewake.observe.queue;
