/**
 * What a command found, before anybody decides how to print it: tables, charts, evidence, and a few lines of prose.
 *
 * <p>Job: hold results in a form that every output kind can write, and fix how a machine value looks to a human. In:
 * tables whose rows come in batches. Out: {@link rewake.report.Report}, written by the packages beside this one. Knows
 * nothing of scheduling. Heat: cool, but rows stream: a table of millions of rows takes constant memory through CSV,
 * JSON and Arrow. Start reading at {@link rewake.report.Report}.
 */
@org.jspecify.annotations.NullMarked
package rewake.report;
