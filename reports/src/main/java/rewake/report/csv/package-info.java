/**
 * A table as comma-separated values (RFC 4180, UTF-8).
 *
 * <p>Job: write one table as text that reads back to exactly the same values. In: a {@link rewake.report.Table}. Out:
 * characters. Lines end in a line feed alone: RFC 4180 names CR LF, but then {@code cut}, {@code awk} and {@code diff}
 * would find a carriage return in the last column, and every CSV reader takes both. The first line holds the machine
 * names. Unknown is an empty field; a text of no characters is {@code ""}. Evidence is never in here: it is in
 * {@code evidence.json}. Heat: cool, streaming. Start reading at {@link rewake.report.csv.CsvReport}.
 */
@org.jspecify.annotations.NullMarked
package rewake.report.csv;
