package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;

/**
 * What can be read of {@link FairLoads}: tasks, and the run queues above them, as the kernel would read them without updating
 * first. Loads are 0 to the sum of weights, utilisation 0 to 1024 a task.
 */
public abstract sealed class FairState permits FairLoads {
    static final int NONE = CfsRqs.NONE;
    private static final long CAPACITY = 1024;

    /** The first, whose run queues tasks read. */
    final GroupLoads first;

    final CfsRqs queues;
    final Groups groups;
    final GroupTree tree;
    final FairTasks tasks = new FairTasks();
    final SchedAvgs avgs = tasks.avgs;
    final RqClock clock;
    final UtilEst utilEst;

    FairState(GroupTree tree, GroupLoads first, RqClock clock, UtilEst utilEst) {
        this.tree = tree;
        this.first = first;
        this.clock = clock;
        this.utilEst = utilEst;
        queues = first.queues;
        groups = first.groups;
    }

    /** Groups and run queues that tasks read: those of {@link TgRules#BASE}, or where there are no variants, of the rules. */
    public GroupLoads first() {
        return first;
    }

    /** Levels between {@code ofGroup} and the root, which is 0 itself. */
    public int depth(int ofGroup) {
        return tree.depthOf(ofGroup);
    }

    /** Tasks are numbers below this one. */
    public int tasks() {
        return tasks.cpu.length;
    }

    /** The group of {@code task}. */
    public int group(int task) {
        return tasks.has(task) ? tasks.group[task] : 0;
    }

    /** Whether {@code task} is queued or runs. */
    public boolean onRq(int task) {
        return tasks.has(task) && tasks.onRq[task];
    }

    /** Whether {@code task} is asleep and queued. */
    public boolean isDelayed(int task) {
        return tasks.has(task) && tasks.delayed[task];
    }

    /** The CPU where {@code task} is or last was queued; −1 where nowhere. */
    public int cpu(int task) {
        return tasks.has(task) ? tasks.cpu[task] : NONE;
    }

    /** The weight of {@code task}; 0 where none was seen. */
    public int weight(int task) {
        return tasks.has(task) ? tasks.weight[task] : 0;
    }

    /** A fair task queued on {@code onCpu}, or −1. Walks all tasks where there is one. */
    public int anyOn(int onCpu) {
        return queues.nr(onCpu) == 0 ? NONE : tasks.anyOn(onCpu);
    }

    /** {@code h_nr_running} of a group's run queue: queued tasks of the group and of those below it. */
    public int queued(int ofGroup, int onCpu) {
        return queues.tasks(tree.queue(ofGroup, onCpu));
    }

    /** Whether {@code onCpu} runs its idle task. */
    public boolean isIdle(int onCpu) {
        return clock.idle(onCpu);
    }

    /** The run-queue clock of {@code onCpu} as it stands, ns. */
    public long clockNs(int onCpu) {
        return clock.now(onCpu);
    }

    /** When the averages of {@code onCpu} were last brought up to date, ns of the PELT clock, to 1024 ns. */
    public long updatedNs(int onCpu) {
        return queues.avgs.get(onCpu, LUT);
    }

    /** The fair task that runs on {@code onCpu}, or −1. */
    public int running(int onCpu) {
        return first.running(onCpu);
    }

    /** Root {@code cfs_rq->avg.load_avg}, sleepers included: what {@code cpu_load()} reads. */
    public long load(int onCpu) {
        return queues.avgs.get(onCpu, LOAD_AVG);
    }

    /**
     * {@code runnable_load_avg} of the root, which {@code wake_affine()} compares to v5.4: what of {@link #load} is that of
     * queued tasks; 0 without {@link FairLoads#keepRunnableLoads}. Exact where all tasks are in the root group. Of others it takes the
     * part that their queue's load has in the root's; the kernel gives a group's entity a second weight by the same ratio,
     * and an average of that weight's own history, which is not kept here.
     */
    public long runnableLoad(int onCpu) {
        return groups.runnableLoad(onCpu);
    }

    /** {@code cpu_util_cfs()}: the larger of {@code util_avg} and the queued tasks' {@code util_est}, at most 1024. */
    public long util(int onCpu) {
        return Math.min(CAPACITY, Math.max(queues.avgs.get(onCpu, UTIL_AVG), utilEst.ofCpu(onCpu)));
    }

    /** {@code se.avg.load_avg}: the load of {@code task} within its group. */
    public long taskLoad(int task) {
        return tasks.has(task) ? avgs.get(task, LOAD_AVG) : 0;
    }

    /**
     * {@code task_h_load()}: what of the load of its CPU is the task's. The kernel works the groups' part out once a jiffy and
     * keeps it, here it is always new. Without any group it is {@link #taskLoad}, which the kernel's division makes at most 1
     * less.
     */
    public long taskHLoad(int task) {
        if (tree.count() == 1 || cpu(task) == NONE) return taskLoad(task);
        int q = tasks.queue[task];
        return avgs.get(task, LOAD_AVG) * groups.hierarchicalLoad(q) / (queues.avgs.get(q, LOAD_AVG) + 1);
    }

    /** {@code se.avg.util_avg}. */
    public long taskUtil(int task) {
        return tasks.has(task) ? avgs.get(task, UTIL_AVG) : 0;
    }
}
