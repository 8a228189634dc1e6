/** Tests of the arrow kind. */
@org.jspecify.annotations.NullMarked
package rewake.report.arrow;
