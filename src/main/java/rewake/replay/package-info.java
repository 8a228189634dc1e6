/**
 * The same wake-ups, decided again.
 *
 * <p>Job: {@link rewake.replay.Judge} keeps the state that the recorded kernel had at each wake-up, asks modelled kernels
 * for their decision, compares it with the recorded one, and follows the recording. In: events, kernel models. Out:
 * {@link rewake.replay.Scores} per model. Heat: hot. Start reading at {@link rewake.replay.Judge}.
 */
@org.jspecify.annotations.NullMarked
package rewake.replay;
