/** Tests of the json kind. */
@org.jspecify.annotations.NullMarked
package rewake.report.json;
