/**
 * Why tasks changed their CPU: the cause of each move, what waits and ping-pongs came of it.
 *
 * <p>Job: listeners on events and timeline that count in one pass. In: events, in order of time. Out: counts and histograms that {@code measure} makes
 * tables of. Heat: hot. Start reading at {@link rewake.observe.move.Migrations}.
 */
@org.jspecify.annotations.NullMarked
package rewake.observe.move;
