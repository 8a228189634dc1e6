/**
 * The lobby: what the program can read, model and write, one row each.
 *
 * <p>Job: name the kernels and patches a user can ask for, and turn what was asked into a
 * {@link rewake.kernel.KernelModel}. In: names and kernel releases. Out: models, rows for the README, messages for the
 * command line. Heat: cool. Start reading at {@link rewake.catalogue.Kernels}.
 */
@org.jspecify.annotations.NullMarked
package rewake.catalogue;
