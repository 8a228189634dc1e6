package rewake.timeline;

import rewake.event.TaskState;

/**
 * Hears what happened on the timeline. All methods do nothing unless overridden. Tasks are ids of {@link Tasks}, times
 * are ns of the trace clock, CPUs are numbers. Within one event the calls come in the order of this interface. Before the
 * first event of the trace, while {@link Timeline#firstNs} is 0, tasks are enqueued and run that ran from the start.
 */
public interface TimelineListener {
    /** {@code task} is on the run queue of {@code cpu} from now on; told before the call that says why. */
    default void enqueued(int cpu, int task, long timeNs) {}

    /** {@code task} is no longer on the run queue of {@code cpu}: it left, moves, or what is queued there is not known. */
    default void dequeued(int cpu, int task, long timeNs) {}

    /** {@code task} left {@code cpu}, where it had run since {@code startNs}; {@code known} is false where that start is the trace's. */
    default void slice(int cpu, int task, long startNs, long endNs, TaskState state, boolean known) {}

    /** {@code task} starts to run on {@code cpu}. */
    default void running(int cpu, int task, long timeNs) {}

    /**
     * {@code task} ran at {@code runNs} after it had waited since {@code sinceNs}.
     *
     * @param kind what began the wait; wake-up and preemption are never mixed
     */
    default void waited(int cpu, int task, long sinceNs, long runNs, WaitKind kind) {}

    /** A wake-up of {@code task} began: the wake-up columns of the {@link Timeline} are filled up to prev CPU. */
    default void waking(int task, long timeNs) {}

    /**
     * It is known where the wake-up sends {@code task}: {@link Timeline#cpu}. Called again where a later record corrects
     * the first (an interrupt between sched_waking and sched_migrate_task).
     */
    default void placed(int task, long timeNs) {}

    /** A scheduler statistic shows that the waking {@code task} is just being enqueued on {@code cpu}. */
    default void enqueuing(int task, int cpu, long timeNs) {}

    /** The wake-up ended: {@code task} is queued on {@code cpu}; {@code queued} when that CPU did it itself by IPI. */
    default void woken(int task, int cpu, boolean queued, long timeNs) {}

    /** A forked {@code task} is queued on {@code cpu} for the first time. */
    default void wokenNew(int task, int cpu, long timeNs) {}

    /** {@code task} moved outside a wake-up; {@code onRq} false for a sleeping one (delayed dequeue, affinity). */
    default void migrated(int task, int from, int to, boolean onRq, long timeNs) {}

    /** {@code child} was forked by {@code parentTask}; called once a fork. */
    default void forked(int parentTask, int child, long timeNs) {}

    /** {@code task} has another name from now on, or its name became known. */
    default void named(int task, long timeNs) {}

    /** Events of {@code cpu} are missing before {@code timeNs}: what it ran in between is not known. */
    default void gap(int cpu, long timeNs) {}

    /**
     * What {@code cpu} ran is known from {@code sinceNs} to {@code untilNs}: the end of the trace, or its last event before a
     * {@link #gap}. CPUs without any event are taken as idle from the first event of the trace to its last.
     */
    default void covered(int cpu, long sinceNs, long untilNs) {}

    /**
     * {@code task} waited on {@code cpu} since {@code sinceNs}, and the trace does not show its end: events are missing, which
     * can be told from the task running at {@code untilNs}, or the trace ended then.
     */
    default void waitCut(int cpu, int task, long sinceNs, long untilNs, WaitKind kind) {}

    /** The trace ended; open slices have been closed before. */
    default void end(long timeNs) {}
}
