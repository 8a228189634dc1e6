package rewake.kernel.pelt;

/**
 * Hears of updates in the midst of an operation. A run queue is recorded there: after what passed was accounted for and what
 * joined or left was passed up, but before the group is told and entities get another weight.
 *
 * <p>Source: {@code update_load_avg()} before {@code update_cfs_group()} in {@code enqueue_entity()},
 * {@code dequeue_entity()} and {@code entity_tick()}, kernel/sched/fair.c.
 */
@FunctionalInterface
public interface Updates {
    /**
     * The run queue of {@code group} on {@code cpu} was updated, and with it the entity of {@code below} that is on it.
     *
     * @param below a group; −1 where the update is of a task, or of the queue alone
     */
    void updated(int cpu, int group, int below);
}
