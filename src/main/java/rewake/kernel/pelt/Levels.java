package rewake.kernel.pelt;

/**
 * What tasks and CPUs do, as the levels above the tasks are told of it: {@link GroupLoads} does it, {@link LevelOps} does it
 * once and writes it down for the other variants. {@code q} is the run queue of the task, whose averages are row
 * {@code task} of {@code tasks}; the {@link Moment} holds the clocks of its CPU.
 */
interface Levels {
    /** The tree has got the group {@code added}. */
    void room(int added);

    /** The entity of the new group on {@code cpu} joins the queue above. */
    void add(int group, int cpu);

    /** A task is queued, and attached where it was not; one whose dequeue is {@code delayed} is not runnable. */
    void enqueue(int q, SchedAvgs tasks, int task, int weight, boolean attaches, boolean delayed);

    /** A task is dequeued, and leaves with its load where it is moved; {@code delayed} where it was not runnable any more. */
    void dequeue(int q, SchedAvgs tasks, int task, int weight, boolean migrates, boolean delayed);

    /** A task of {@code q} stays queued though it sleeps, or wakes from that: one less or one more is runnable. */
    void delay(int q, boolean begins);

    /** A task's load leaves a group: the group is told directly, under all rules. */
    void detach(int q, SchedAvgs tasks, int task, int weight);

    /** A task's load comes to another group, likewise. */
    void attach(int q, SchedAvgs tasks, int task, int weight);

    /** A sleeping task, brought to the queue's time, is to be removed. */
    void remove(int q, SchedAvgs tasks, int task);

    /** A task's load is taken off, for it is to have another weight. */
    void takeLoad(int q, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached);

    /** A task has this weight from now on. */
    void addLoad(int q, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached);

    /** The running task of {@code q} and its groups are updated. */
    void tick(int q);

    /** The run queues of {@code cpu} are brought to its clock, the lowest groups first. */
    void blocked(int cpu);

    /**
     * {@code task} of {@code onto} is picked where {@code before} of {@code from} ran, which stays queued or not: only what
     * the two do not have in common is put and set, the deeper of them first.
     */
    void change(int before, int from, boolean stays, int task, int onto);

    /** The running {@code task} of {@code q} and its groups no longer run. */
    void putAll(int task, int q, boolean stays);

    /** {@code task} and its groups run, the root's entity first. */
    void setAll(int task, int q);

    /** {@code cpu} is no longer active. */
    void goesOffline(int cpu);

    /** {@code cpu} is active again. */
    void comesOnline(int cpu);
}
