/**
 * Numbers out of timelines and decisions.
 *
 * <p>Job: metrics with name and unit, histograms, fidelity; the tables of the report model. In: events, timeline calls,
 * decision logs. Out: {@link rewake.report.Report} tables. Heat: warm. Start reading at
 * {@link rewake.measure.PerfLatency}.
 */
@org.jspecify.annotations.NullMarked
package rewake.measure;
