/** Tests of the csv kind. */
@org.jspecify.annotations.NullMarked
package rewake.report.csv;
