/**
 * The vocabulary of a scheduler trace, shared by every reader and every consumer.
 *
 * <p>Job: name what a trace can say (kinds of event, task states, facts about the machine, losses) and hold it as
 * columns. In: nothing. Out: {@link rewake.event.EventBatch} rows, {@link rewake.event.TraceFacts},
 * {@link rewake.event.ImportStats}. Heat: hot (columns and primitives, no object per event). Start reading at
 * {@link rewake.event.EventKind}.
 */
@org.jspecify.annotations.NullMarked
package rewake.event;
