/** Tests of the report model, and of what all kinds must have in common. */
@org.jspecify.annotations.NullMarked
package rewake.report;
