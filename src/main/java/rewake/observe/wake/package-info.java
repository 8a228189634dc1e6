/**
 * Wake-up latency by what the chosen CPU was doing, and how CPUs left their idle states.
 *
 * <p>Job: listeners on events and timeline that count in one pass. In: events, in order of time. Out: counts and histograms that {@code measure} makes
 * tables of. Heat: hot. Start reading at {@link rewake.observe.wake.LatencySplit}.
 */
@org.jspecify.annotations.NullMarked
package rewake.observe.wake;
