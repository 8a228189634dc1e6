/**
 * The command line: arguments to story.
 *
 * <p>Job: one class a command, each reading as the story of what it does; shared options as mixins. In: arguments. Out:
 * reports on standard output or in a folder, messages on standard error, exit codes 0 done, 1 no usable result, 2 usage,
 * 3 finished with losses under {@code --strict}, 130 interrupted. Heat: cool. Start reading at
 * {@link rewake.cli.WhatifCommand}.
 */
@org.jspecify.annotations.NullMarked
package rewake.cli;
