/** Tests of the folder kind. */
@org.jspecify.annotations.NullMarked
package rewake.report.folder;
