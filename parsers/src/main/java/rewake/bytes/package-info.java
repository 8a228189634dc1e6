/**
 * Bytes of a trace file, of any size.
 *
 * <p>Job: map a file read-only, unpack it where it is packed, and read primitives out of it with bounds checks. In: a path. Out:
 * {@link rewake.bytes.TraceBytes}. Heat: hot. Start reading at {@link rewake.bytes.TraceBytes}.
 */
@org.jspecify.annotations.NullMarked
package rewake.bytes;
