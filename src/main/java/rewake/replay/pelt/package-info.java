/**
 * Job: the load tracking of a recorded timeline. In: events in order of time; what is known of groups and tasks. Out: recorded
 * averages against the model's, recorded writes of {@code tg->load_avg} against those of each variant. Heat: warm, a few
 * hundred ns an event, no allocation but per recorded average. Start reading at {@link rewake.replay.pelt.LoadReplay}, then
 * {@code Operations}.
 */
@NullMarked
package rewake.replay.pelt;

import org.jspecify.annotations.NullMarked;
