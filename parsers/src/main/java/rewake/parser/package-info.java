/**
 * The door between bytes and events: what every reader of a format offers.
 *
 * <p>Job: {@link rewake.parser.TraceReader} turns one file into {@link rewake.event.EventBatch} rows; each format has a
 * package below this one with one public class. In: {@link rewake.bytes.TraceBytes}. Out: events, facts, losses. Heat:
 * hot. Past this room nobody knows a format. Start reading at {@link rewake.parser.TraceReader}.
 */
@org.jspecify.annotations.NullMarked
package rewake.parser;
