/**
 * The load tracking of a recorded timeline.
 *
 * <p>Job: find the operations on run queues in the events that they leave ({@code Operations}), do them to the kernel's own
 * arithmetic under the recorded kernel's rules and under variants ({@code Replayed}), and hold recorded averages
 * ({@code SignalScores}) and recorded writes of {@code tg->load_avg} against it. In: events, what is known of groups and
 * tasks. Out: {@link rewake.replay.pelt.LoadReplay}'s scores and ledgers. Heat: warm, some hundred ns an event and model. Memory:
 * CPUs, tasks and groups, and what is open at once. Start reading at {@link rewake.replay.pelt.LoadReplay}.
 */
@org.jspecify.annotations.NullMarked
package rewake.replay.pelt;
