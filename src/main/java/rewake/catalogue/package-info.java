/**
 * The lobby: what Rewake can read, model and write, one row each.
 *
 * <p>Job: list the plug-ins and choose among them. In: a path. Out: a {@link rewake.parser.TraceReader}. Heat: cool. Start
 * reading at {@link rewake.catalogue.Formats}.
 */
@org.jspecify.annotations.NullMarked
package rewake.catalogue;
