/** Tests of the terminal kind. */
@org.jspecify.annotations.NullMarked
package rewake.report.terminal;
