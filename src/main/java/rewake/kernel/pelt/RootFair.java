package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.util.Arrays;

/**
 * Load tracking of the fair class, all tasks queued on the root run queue of their CPU. Each method does to the averages what
 * the kernel does at that event, in its order: what has passed is accounted with the state from before the event. Tasks and
 * CPUs are numbers from 0; {@code now} is the run-queue clock of the CPU, ns, above 0 and the same on all CPUs; weights are
 * 1024 at nice 0. What is read is what the kernel would read without updating first: loads 0 to the sum of weights,
 * utilisation 0 to 1024 a task.
 *
 * <p>Left out: groups, bandwidth limits, delayed dequeues (6.12: a delayed task counts as runnable here while the caller says
 * it is queued), averages of other classes, uclamp, unequal CPUs but for {@link #scale}. Source: {@code update_load_avg()} and
 * its callers, {@code post_init_entity_util_avg()}, {@code migrate_task_rq_fair()}, {@code reweight_entity()},
 * kernel/sched/fair.c.
 */
public final class RootFair {
    private static final int NONE = -1;
    private static final long CAPACITY = 1024;

    final CfsRqs queues;
    final SchedAvgs avgs = new SchedAvgs(64);
    final RqClock clock;
    final UtilEst utilEst;

    private final PeltRules rules;
    private int[] cpu = new int[64];
    private int[] weight = new int[64];
    private boolean[] onRq = new boolean[64];

    /** Idle CPUs without any load, at time 0. */
    public RootFair(int cpus, PeltRules rules) {
        this.rules = rules;
        queues = new CfsRqs(cpus);
        clock = new RqClock(cpus);
        utilEst = new UtilEst(cpus, rules.oneUtilEst());
        Arrays.fill(cpu, NONE);
    }

    /** Sets how fast the PELT clock of a busy {@code onCpu} runs, in 1024ths: its capacity times its frequency. */
    public void scale(int onCpu, int value) {
        clock.scale(onCpu, value);
    }

    /** Whether {@code task} is queued or runs. */
    public boolean onRq(int task) {
        return task < onRq.length && onRq[task];
    }

    /** The CPU where {@code task} is or last was queued; −1 where nowhere. */
    public int cpu(int task) {
        return task < cpu.length ? cpu[task] : NONE;
    }

    /** The weight of {@code task}; 0 where none was seen. */
    public int weight(int task) {
        return task < weight.length ? weight[task] : 0;
    }

    /** A fair task queued on {@code onCpu}, or −1. Walks all tasks where there is one. */
    public int anyOn(int onCpu) {
        if (queues.nr(onCpu) == 0) return NONE;
        for (int task = 0; task < onRq.length; task++) if (onRq[task] && cpu[task] == onCpu) return task;
        throw new IllegalStateException(
                "CPU " + onCpu + " counts " + queues.nr(onCpu) + " queued fair tasks and has none");
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
        return queues.curr[onCpu];
    }

    /** A new task is queued: full load, and a share of what utilisation the CPU has to spare. */
    public void fork(int task, int onCpu, int itsWeight, long now) {
        room(task);
        avgs.clear(task);
        utilEst.forget(task);
        weight[task] = itsWeight;
        cpu[task] = onCpu;
        clock.update(onCpu, now);
        avgs.set(task, LOAD_AVG, itsWeight);
        long util = spareUtil(queues.avgs.get(onCpu, UTIL_AVG), queues.avgs.get(onCpu, LOAD_AVG), itsWeight);
        avgs.set(task, UTIL_AVG, util);
        avgs.set(task, RUNNABLE_AVG, util);
        enqueue(task, onCpu);
    }

    /** A child's first {@code util_avg} on a run queue with these averages. */
    long spareUtil(long queueUtil, long queueLoad, long itsWeight) {
        long limit = (CAPACITY - queueUtil) / 2;
        if (limit <= 0) return 0;
        if (queueUtil == 0) return limit;
        long scaled = rules.childByUnscaledWeight() ? itsWeight : itsWeight << 10;
        return Math.min(limit, queueUtil * scaled / (queueLoad + 1));
    }

    /** {@code task}, asleep or never seen, is queued by a wake-up; on another CPU than last it leaves its load there to be removed. */
    public void wake(int task, int onCpu, int itsWeight, long now) {
        room(task);
        if (weight[task] == 0) weight[task] = itsWeight;
        else if (weight[task] != itsWeight) reweight(task, itsWeight);
        if (cpu[task] != onCpu) {
            remove(task, now);
            cpu[task] = onCpu;
        }
        clock.update(onCpu, now);
        enqueue(task, onCpu);
    }

    /** {@code task} leaves its run queue to sleep; its load stays there. */
    public void sleep(int task, long now) {
        int from = cpu[task];
        clock.update(from, now);
        update(task, from);
        dequeue(task, from);
        utilEst.slept(task, avgs.get(task, UTIL_AVG), avgs.get(task, RUNNABLE_AVG));
    }

    /** {@code task}, asleep since {@link #sleep}, is dead: its load is to be removed. */
    public void exit(int task, long now) {
        if (cpu(task) == NONE) return;
        remove(task, now);
        cpu[task] = NONE;
    }

    /** {@code task} moves while it is queued, load and all; one that runs is preempted first. */
    public void move(int task, int to, long now) {
        int from = cpu[task];
        clock.update(from, now);
        update(task, from);
        if (queues.curr[from] == task) queues.curr[from] = NONE;
        queues.detach(from, avgs, task, weight[task]);
        dequeue(task, from);
        avgs.set(task, LUT, 0);
        cpu[task] = to;
        clock.update(to, now);
        enqueue(task, to);
    }

    /** {@code task}, queued there, is picked on {@code onCpu}; what ran before stays queued unless it went to sleep. */
    public void pick(int onCpu, int task, long now) {
        put(onCpu, now);
        update(task, onCpu);
        queues.curr[onCpu] = task;
        clock.goesBusy(onCpu);
    }

    /** A task of another class is picked. */
    public void pickOther(int onCpu, long now) {
        put(onCpu, now);
        clock.goesBusy(onCpu);
    }

    /** The idle task is picked. */
    public void pickIdle(int onCpu, long now) {
        put(onCpu, now);
        clock.goesIdle(onCpu, queues.avgs.get(onCpu, UTIL_SUM));
    }

    private void put(int onCpu, long now) {
        clock.update(onCpu, now);
        int before = queues.curr[onCpu];
        if (before != NONE && onRq[before]) update(before, onCpu);
        queues.curr[onCpu] = NONE;
    }

    /** The tick, or whatever else updates the running task and its run queue; nothing where no fair task runs. */
    public void tick(int onCpu, long now) {
        int task = queues.curr[onCpu];
        if (task == NONE) return;
        clock.update(onCpu, now);
        update(task, onCpu);
    }

    /** {@code update_blocked_averages()}: an idle CPU's load is brought to {@code now}. */
    public void blocked(int onCpu, long now) {
        clock.update(onCpu, now);
        queues.update(onCpu, clock.pelt(onCpu));
    }

    /** {@code task} has another weight; its load follows at once, its history is not touched. */
    public void reweight(int task, int newWeight) {
        int at = cpu[task];
        boolean attached = avgs.get(task, LUT) != 0;
        if (onRq[task]) queues.dequeue(at, weight[task]);
        if (attached) queues.takeLoad(at, avgs, task, weight[task]);
        weight[task] = newWeight;
        avgs.set(task, LOAD_AVG, newWeight * avgs.get(task, LOAD_SUM) / avgs.divider(task));
        if (attached) queues.addLoad(at, avgs, task, newWeight);
        if (onRq[task]) queues.enqueue(at, newWeight);
    }

    /** Root {@code cfs_rq->avg.load_avg}, sleepers included: what {@code cpu_load()} reads. */
    public long load(int onCpu) {
        return queues.avgs.get(onCpu, LOAD_AVG);
    }

    /** Root {@code cfs_rq->avg.runnable_avg}. */
    public long runnable(int onCpu) {
        return queues.avgs.get(onCpu, RUNNABLE_AVG);
    }

    /** Root {@code cfs_rq->avg.util_avg}. */
    public long utilAvg(int onCpu) {
        return queues.avgs.get(onCpu, UTIL_AVG);
    }

    /** {@code cpu_util_cfs()}: the larger of {@code util_avg} and the queued tasks' {@code util_est}, at most 1024. */
    public long util(int onCpu) {
        return Math.min(CAPACITY, Math.max(queues.avgs.get(onCpu, UTIL_AVG), utilEst.ofCpu(onCpu)));
    }

    /** {@code se.avg.load_avg}, which is {@code task_h_load()} without groups. */
    public long taskLoad(int task) {
        return task < cpu.length ? avgs.get(task, LOAD_AVG) : 0;
    }

    /** {@code se.avg.util_avg}. */
    public long taskUtil(int task) {
        return task < cpu.length ? avgs.get(task, UTIL_AVG) : 0;
    }

    private void enqueue(int task, int onCpu) {
        utilEst.enqueue(onCpu, task);
        update(task, onCpu);
        if (avgs.get(task, LUT) == 0) queues.attach(onCpu, avgs, task, weight[task]);
        queues.enqueue(onCpu, weight[task]);
        onRq[task] = true;
    }

    private void dequeue(int task, int from) {
        utilEst.dequeue(from, task);
        queues.dequeue(from, weight[task]);
        onRq[task] = false;
    }

    /** {@code update_load_avg()}: the entity, unless it is not attached, and its run queue. */
    private void update(int task, int onCpu) {
        long now = clock.pelt(onCpu);
        boolean queued = onRq[task];
        if (avgs.get(task, LUT) != 0
                && avgs.updateSum(task, now, queued ? 1 : 0, queued ? 1 : 0, queues.curr[onCpu] == task)) {
            avgs.updateAvg(task, weight[task]);
            utilEst.utilChanged(task);
        }
        queues.update(onCpu, now);
    }

    private void age(int task, long now) {
        if (avgs.updateSum(task, now, 0, 0, false)) avgs.updateAvg(task, weight[task]);
    }

    /** Where the CPU that is left is idle, nobody has updated its clock: the entity is aged by what it would show. */
    private void remove(int task, long now) {
        int from = cpu[task];
        if (from == NONE || avgs.get(task, LUT) == 0) return;
        long last = queues.avgs.get(from, LUT);
        age(task, last);
        queues.remove(from, avgs.get(task, LOAD_AVG), avgs.get(task, UTIL_AVG), avgs.get(task, RUNNABLE_AVG));
        boolean any = (avgs.get(task, LOAD_SUM) | avgs.get(task, UTIL_SUM) | avgs.get(task, RUNNABLE_SUM)) != 0;
        if (any && clock.idle(from)) age(task, clock.peltOfIdle(from, now, last));
        avgs.set(task, LUT, 0);
    }

    private void room(int task) {
        if (task < cpu.length) return;
        int old = cpu.length;
        int n = Math.max(task + 1, old * 2);
        cpu = Arrays.copyOf(cpu, n);
        Arrays.fill(cpu, old, n, NONE);
        weight = Arrays.copyOf(weight, n);
        onRq = Arrays.copyOf(onRq, n);
        avgs.room(n - 1);
        utilEst.room(n - 1);
    }
}
