/**
 * A report as one page that needs nothing but itself.
 *
 * <p>Job: a page a maintainer can open from a mail or a disk without a network. In: a {@link rewake.report.Report}. Out:
 * HTML with its style, its few lines of script and its drawings inside; a content security policy in its head forbids
 * fetching anything. Without script it is complete; with it, columns sort. Cells carry the exact machine value in
 * {@code data-value}, text cells are their own value but for control characters, which are made visible. Tables longer
 * than {@value rewake.report.html.TableHtml#MOST_ROWS} rows show their beginning and say so; links lead to the CSV and
 * Arrow files beside the page. Heat: cool. Start reading at {@link rewake.report.html.HtmlReport}, and at
 * {@code page.html} for the look.
 */
@org.jspecify.annotations.NullMarked
package rewake.report.html;
