/**
 * Who waited for whom: the path of a task back through its wakers.
 *
 * <p>Job: a log of switches, and a walk back through it. In: events, in order of time. Out: counts and histograms that {@code measure} makes
 * tables of. Heat: hot. Start reading at {@link rewake.observe.chain.Chains}.
 */
@org.jspecify.annotations.NullMarked
package rewake.observe.chain;
