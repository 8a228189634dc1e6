/**
 * A report as one JSON object.
 *
 * <p>Job: write all tables and the evidence for machines. In: a {@link rewake.report.Report}. Out:
 * {@code {"evidence": {…}, "tables": {"name": [ {row}, … ]}}}, and {@code "notes": {"name": ["…"]}} behind them where a
 * table has notes. Machine names, nanoseconds as integers, unknown is null, a row per line. Integers may exceed 2⁵³:
 * read them as 64-bit. Heat: cool, streaming. Start reading at {@link rewake.report.json.JsonReport}.
 */
@org.jspecify.annotations.NullMarked
package rewake.report.json;
