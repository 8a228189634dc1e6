/** Tests of the lkml kind. */
@org.jspecify.annotations.NullMarked
package rewake.report.lkml;
