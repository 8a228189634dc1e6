/**
 * Lines of text traces: what ftrace, {@code trace-cmd report} and {@code perf script} have in common.
 *
 * <p>Job: walk the lines of a file of any size, take heads and {@code key=value} bodies apart, make rows of them. A
 * format's package adds its task column, its own lines and its header ({@link rewake.parser.textline.TextDialect}). In:
 * {@link rewake.bytes.TraceBytes}. Out: {@link rewake.parser.textline.TextTrace}. Heat: hot; bytes are looked at where
 * they stand in a window, no object is made for a line. Start reading at {@link rewake.parser.textline.TextTrace}, then
 * {@link rewake.parser.textline.LineHead} and {@link rewake.parser.textline.KeyValueBody}.
 *
 * <p>A text is read twice: it declares neither its CPUs nor its events nor its order, so a first pass finds them out.
 */
@org.jspecify.annotations.NullMarked
package rewake.parser.textline;
