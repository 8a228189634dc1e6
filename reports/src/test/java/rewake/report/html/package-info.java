/** Tests of the html kind. */
@org.jspecify.annotations.NullMarked
package rewake.report.html;
