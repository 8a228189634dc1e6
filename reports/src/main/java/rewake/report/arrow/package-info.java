/**
 * A table as an Arrow IPC file (https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format).
 *
 * <p>Job: write one table in columns that other programs map without parsing. In: a {@link rewake.report.Table} and the
 * evidence of its report. Out: bytes. Int64, Float64, Utf8 and Bool, all nullable, null is unknown; batches of 64 Ki
 * rows, uncompressed, so that readers without a codec can map them. The schema's metadata holds {@code evidence} (the
 * JSON of {@code evidence.json} on one line), {@code table}, {@code schema_version} where the evidence names one, and
 * {@code notes} (a JSON list) where there are any. The JVM needs {@code --add-opens=java.base/java.nio=ALL-UNNAMED}.
 * Heat: cool, streaming. Start reading at {@link rewake.report.arrow.ArrowReport}.
 */
@org.jspecify.annotations.NullMarked
package rewake.report.arrow;
