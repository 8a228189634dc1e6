/**
 * A report as text for a terminal, a pipe or a mail.
 *
 * <p>Job: say what counts first, then show aligned tables. In: a {@link rewake.report.Report}, whether colours are
 * wanted, and the width of the terminal. Out: lines, the same in every locale. Order: headline (the trust line, then
 * losses), tables each with its notes, where to look next. Numbers are never cut: a table wider than the terminal first
 * folds its headers, then its texts, then is printed in panels that repeat the leading texts. Heat: cool, streaming:
 * the first rows set the widths, later ones may bulge. Start reading at {@link rewake.report.terminal.TerminalReport}.
 */
@org.jspecify.annotations.NullMarked
package rewake.report.terminal;
