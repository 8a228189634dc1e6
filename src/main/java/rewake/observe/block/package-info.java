/**
 * A trace cut into blocks of time, each with what counts in it: what intervals are bootstrapped from.
 *
 * <p>Job: a listener on the timeline; blocks are merged, so that memory does not grow. In: events, in order of time. Out: counts and histograms that {@code measure} makes
 * tables of. Heat: hot. Start reading at {@link rewake.observe.block.TimeBlocks}.
 */
@org.jspecify.annotations.NullMarked
package rewake.observe.block;
