/**
 * The same wake-ups, decided again.
 *
 * <p>Job: keep the state that the recorded kernel had at each wake-up ({@code CpuStates}, {@code InferredLoads},
 * {@code OpenDecisions}), ask modelled kernels for their decision ({@code Answers}), compare it with the recorded one
 * ({@code Scorer}), work out what the trace leaves open ({@code Unknowns}), learn hidden values from decisions that are
 * over ({@code Hindsight}), and follow the recording. In: events, kernel models. Out: {@link rewake.replay.Scores} per
 * model. Heat: hot. Memory: CPUs and tasks, never events. Start reading at {@link rewake.replay.Judge}.
 */
@org.jspecify.annotations.NullMarked
package rewake.replay;
