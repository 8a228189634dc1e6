package rewake.kernel.pelt;

/**
 * What happens to tasks, groups and CPUs, as load tracking is told of it. Numbers and units are those of {@link FairLoads}.
 */
public interface LoadEvents {
    /**
     * The next operation is executed by {@code onCpu}: a waker, a CPU that pulls tasks, one that updates idle ones. Without it, it is the
     * operation's own CPU, of a move the one that gets the task. It decides whose cache gets the counters, nothing else.
     */
    void executedBy(int onCpu);

    /** Adds a group below {@code parent} with these shares (1024 is {@code cpu.weight} 100); returns its number. */
    int addGroup(int parent, int shares, long now);

    /** {@code task} is in {@code itsGroup} from now on: before it was ever queued, or moved there with its load. */
    void regroup(int task, int itsGroup, long now);

    /**
     * {@code task} leaves its group and joins the same again, as {@code sched_move_task()} has it when a task exits: it leaves
     * with its sums and joins with its averages, so that what it did since those were worked out is gone.
     */
    void rejoin(int task, long now);

    /** Sets how fast the PELT clock of a busy {@code onCpu} runs, in 1024ths: its capacity times its frequency. */
    void scale(int onCpu, int value);

    /** {@code onCpu}, which has no tasks, is no longer active. */
    void offline(int onCpu, long now);

    /** {@code onCpu} is active again. */
    void online(int onCpu, long now);

    /** A new task is queued: full load, and a share of what utilisation the run queue of its group has to spare. */
    void fork(int task, int onCpu, int itsWeight, long now);

    /** {@code task}, asleep or never seen, is queued by a wake-up; on another CPU than last it leaves its load there to be removed. */
    void wake(int task, int onCpu, int itsWeight, long now);

    /**
     * {@code task}, asleep, is sent to {@code to}, where it is to be queued: it leaves its load to be removed. A {@link #wake} on
     * another CPU does so itself where nobody did before.
     */
    void leave(int task, int to, long now);

    /** {@code task} leaves its run queue to sleep; its load stays there. */
    void sleep(int task, long now);

    /**
     * {@code task} goes to sleep and stays queued (6.12), not runnable any more, with its weight in the load: until a {@link #wake}
     * there, or a {@link #sleep} when it would be picked. It may {@link #move} meanwhile.
     */
    void delay(int task, long now);

    /** {@code task}, asleep since {@link #sleep}, is dead: its load is to be removed. */
    void exit(int task, long now);

    /** {@code task} moves while it is queued, load and all; one that runs is preempted first. */
    void move(int task, int to, long now);

    /** The first half of a {@link #move}: {@code task} leaves its run queue for that of {@code to}. */
    void detach(int task, int to, long now);

    /** The second half: {@code task} is queued where {@link #detach} sent it. */
    void attach(int task, long now);

    /** {@code task}, queued there, is picked on {@code onCpu}; what ran before stays queued unless it went to sleep. */
    void pick(int onCpu, int task, long now);

    /** A task of another class is picked. */
    void pickOther(int onCpu, long now);

    /** The idle task is picked. */
    void pickIdle(int onCpu, long now);

    /** The tick, or whatever else updates the running task and its run queues; nothing where no fair task runs. */
    void tick(int onCpu, long now);

    /** {@code update_blocked_averages()}: an idle CPU's load is brought to {@code now}, the lowest groups first. */
    void blocked(int onCpu, long now);

    /** {@code task} turns out to have these averages, from before the first event: its run queue gets what it lacks. */
    void seed(int task, int load, int runnable, int util, long now);

    /** {@code task} has another weight; its load follows at once, its history is not touched. */
    void reweight(int task, int newWeight);

    /** Notes {@code tg->load_avg} of all groups under all variants; groups are to be added before the first time. */
    void sample();
}
