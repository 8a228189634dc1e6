/**
 * A comparison as lines for a mail to a kernel list.
 *
 * <p>Job: say in a mail what changed. In: a {@link rewake.report.Report} with a table of metrics on two sides. Out: ASCII but for
 * the plus-minus sign, a metric a line, e.g. {@code wakeup_latency_p99 us  base: 93.671±0.4%  patch: 113.56±0.2% +21.2%}; behind
 * ± is half the interval; {@code (noise)} where the difference may be nothing, {@code ?} where nobody can tell. Heat: cool.
 * Start reading at {@link rewake.report.lkml.LkmlReport}.
 */
@org.jspecify.annotations.NullMarked
package rewake.report.lkml;
