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
 * Load tracking of the fair class: tasks queued on the run queue of their group and CPU, groups queued on those of the group
 * above, up to the root run queue of the CPU. Each method does to the averages what the kernel does at that event, in its
 * order: what has passed is accounted with the state from before the event, level by level from the task upwards. Tasks,
 * CPUs and groups are numbers from 0, group 0 the root, where tasks are unless told otherwise; {@code now} is the run-queue
 * clock of the CPU, ns, above 0 and the same on all CPUs; weights are 1024 at nice 0. What is read is what the kernel would
 * read without updating first: loads 0 to the sum of weights, utilisation 0 to 1024 a task.
 *
 * <p>Left out: bandwidth limits, delayed dequeues (6.12: a delayed task counts as runnable here while the caller says it is
 * queued), averages of other classes, uclamp, unequal CPUs but for {@link #scale}. Source: {@code update_load_avg()} and
 * its callers, {@code enqueue_task_fair()}, {@code dequeue_task_fair()}, {@code pick_next_task_fair()},
 * {@code post_init_entity_util_avg()}, {@code migrate_task_rq_fair()}, {@code reweight_entity()}, kernel/sched/fair.c.
 */
public final class FairLoads {
    private static final int NONE = CfsRqs.NONE;
    private static final long CAPACITY = 1024;

    final CfsRqs queues;
    final Groups groups;
    final SchedAvgs avgs = new SchedAvgs(64);
    final RqClock clock;
    final UtilEst utilEst;

    private final PeltRules rules;
    private final int cpus;
    private int[] cpu = new int[64];
    /** The run queue of the task's group and CPU. */
    private int[] queue = new int[64];

    private int[] group = new int[64];
    private int[] weight = new int[64];
    private boolean[] onRq = new boolean[64];

    /** Idle CPUs without any load, at time 0. */
    public FairLoads(int cpus, PeltRules rules) {
        this.rules = rules;
        this.cpus = cpus;
        queues = new CfsRqs(cpus);
        groups = new Groups(queues, cpus, rules);
        clock = new RqClock(cpus);
        utilEst = new UtilEst(cpus, rules.oneUtilEst());
        Arrays.fill(cpu, NONE);
        Arrays.fill(queue, NONE);
    }

    /** Keeps {@link #runnableLoad} from now on, when nothing is queued yet. */
    public void keepRunnableLoads() {
        queues.runnable = new RunnableLoads(groups.count() * cpus);
    }

    /** Adds a group below {@code parent} with these shares (1024 is {@code cpu.weight} 100); returns its number. */
    public int addGroup(int parent, int shares, long now) {
        int added = groups.add(parent, shares);
        for (int onCpu = 0; onCpu < cpus; onCpu++) {
            int q = groups.queue(added, onCpu);
            int on = groups.parent(q);
            clock.update(onCpu, now);
            queues.update(on, clock.pelt(onCpu));
            groups.attach(q);
            groups.write(on, now);
            passUp(on, onCpu);
        }
        return added;
    }

    /** The group of {@code task}. */
    public int group(int task) {
        return task < group.length ? group[task] : 0;
    }

    /** {@code task} is in {@code itsGroup} from now on: before it was ever queued, or moved there with its load. */
    public void regroup(int task, int itsGroup, long now) {
        room(task);
        if (group[task] == itsGroup) return;
        int at = cpu[task];
        if (at == NONE || avgs.get(task, LUT) == 0) {
            group[task] = itsGroup;
            if (at != NONE) queue[task] = groups.queue(itsGroup, at);
            return;
        }
        clock.update(at, now);
        boolean queued = onRq[task];
        boolean runs = running(at) == task;
        if (queued) dequeue(task, at, false);
        if (runs) putAll(task, at);
        updateTask(task, queue[task], at);
        queues.detach(queue[task], avgs, task, weight[task]);
        groups.write(queue[task], now);
        passUp(queue[task], at);
        group[task] = itsGroup;
        queue[task] = groups.queue(itsGroup, at);
        queues.update(queue[task], clock.pelt(at));
        queues.attach(queue[task], avgs, task, weight[task]);
        groups.write(queue[task], now);
        passUp(queue[task], at);
        if (queued) enqueue(task, at);
        if (queued && runs) setAll(task, at);
    }

    /** What changed on {@code q} is passed to the levels above. */
    private void passUp(int q, int onCpu) {
        for (int g = q; !groups.isRoot(g); g = groups.parent(g)) updateGroup(g, onCpu);
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
        if (queues.tasks(onCpu) == 0) return NONE;
        for (int task = 0; task < onRq.length; task++) if (onRq[task] && cpu[task] == onCpu) return task;
        throw new IllegalStateException(
                "CPU " + onCpu + " counts " + queues.tasks(onCpu) + " queued fair tasks and has none");
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
        int entity = queues.curr[onCpu];
        while (entity < NONE) entity = queues.curr[Groups.entity(entity)];
        return entity;
    }

    /** A new task is queued: full load, and a share of what utilisation the run queue of its group has to spare. */
    public void fork(int task, int onCpu, int itsWeight, long now) {
        room(task);
        avgs.clear(task);
        utilEst.forget(task);
        weight[task] = itsWeight;
        setCpu(task, onCpu);
        clock.update(onCpu, now);
        avgs.set(task, LOAD_AVG, itsWeight);
        int q = queue[task];
        long util = spareUtil(queues.avgs.get(q, UTIL_AVG), queues.avgs.get(q, LOAD_AVG), itsWeight);
        avgs.set(task, UTIL_AVG, util);
        avgs.set(task, RUNNABLE_AVG, util);
        enqueue(task, onCpu);
    }

    private void setCpu(int task, int onCpu) {
        int at = cpu[task];
        if (at != NONE && running(at) == task) putAll(task, at);
        cpu[task] = onCpu;
        queue[task] = groups.queue(group[task], onCpu);
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
            setCpu(task, onCpu);
        }
        clock.update(onCpu, now);
        enqueue(task, onCpu);
    }

    /** {@code task} leaves its run queue to sleep; its load stays there. */
    public void sleep(int task, long now) {
        int from = cpu[task];
        clock.update(from, now);
        dequeue(task, from, false);
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
        if (running(from) == task) putAll(task, from);
        dequeue(task, from, true);
        avgs.set(task, LUT, 0);
        setCpu(task, to);
        clock.update(to, now);
        enqueue(task, to);
    }

    /** {@code task}, queued there, is picked on {@code onCpu}; what ran before stays queued unless it went to sleep. */
    public void pick(int onCpu, int task, long now) {
        clock.update(onCpu, now);
        int before = running(onCpu);
        if (before == NONE) setAll(task, onCpu);
        else change(before, task, onCpu);
        clock.goesBusy(onCpu);
    }

    /** Only what the two do not have in common is put and set, the deeper of them first. */
    private void change(int before, int task, int onCpu) {
        int b = before;
        int a = task;
        while (queueOf(a) != queueOf(b)) {
            int depthA = groups.depth(queueOf(a));
            int depthB = groups.depth(queueOf(b));
            if (depthA <= depthB) {
                put(b, onCpu);
                b = above(b);
            }
            if (depthA >= depthB) {
                set(a, onCpu);
                a = above(a);
            }
        }
        put(b, onCpu);
        set(a, onCpu);
    }

    /** A task of another class is picked. */
    public void pickOther(int onCpu, long now) {
        clock.update(onCpu, now);
        putAll(running(onCpu), onCpu);
        clock.goesBusy(onCpu);
    }

    /** The idle task is picked. */
    public void pickIdle(int onCpu, long now) {
        clock.update(onCpu, now);
        putAll(running(onCpu), onCpu);
        clock.goesIdle(onCpu, queues.avgs.get(onCpu, UTIL_SUM));
    }

    private void putAll(int task, int onCpu) {
        for (int entity = task; entity != NONE; entity = above(entity)) put(entity, onCpu);
    }

    /** The root's first. */
    private void setAll(int entity, int onCpu) {
        int above = above(entity);
        if (above != NONE) setAll(above, onCpu);
        set(entity, onCpu);
    }

    private void put(int entity, int onCpu) {
        if (isQueued(entity, onCpu)) update(entity, onCpu);
        queues.curr[queueOf(entity)] = NONE;
    }

    private void set(int entity, int onCpu) {
        int q = queueOf(entity);
        if (isQueued(entity, onCpu) && update(entity, onCpu)) groups.write(q, clock.now(onCpu));
        queues.curr[q] = entity;
    }

    /** The tick, or whatever else updates the running task and its run queues; nothing where no fair task runs. */
    public void tick(int onCpu, long now) {
        int task = running(onCpu);
        if (task == NONE) return;
        clock.update(onCpu, now);
        int q = queue[task];
        if (updateTask(task, q, onCpu)) groups.write(q, clock.now(onCpu));
        for (; !groups.isRoot(q); q = groups.parent(q)) {
            updateGroup(q, onCpu);
            groups.reshare(q);
        }
    }

    /** {@code update_blocked_averages()}: an idle CPU's load is brought to {@code now}, the lowest groups first. */
    public void blocked(int onCpu, long now) {
        clock.update(onCpu, now);
        for (int i = 0; i < groups.count(); i++) {
            int q = groups.queue(groups.bottomUp(i), onCpu);
            if (!groups.isListed(q)) continue;
            if (queues.update(q, clock.pelt(onCpu))) groups.write(q, clock.now(onCpu));
            if (!groups.isRoot(q) && groups.hasLoad(q)) updateGroup(q, onCpu);
            groups.unlistGone(q);
        }
    }

    /** {@code task} has another weight; its load follows at once, its history is not touched. */
    public void reweight(int task, int newWeight) {
        int at = queue[task];
        boolean attached = avgs.get(task, LUT) != 0;
        if (onRq[task]) queues.dequeueTask(at, avgs, task, weight[task]);
        if (attached) queues.takeLoad(at, avgs, task, weight[task]);
        weight[task] = newWeight;
        avgs.set(task, LOAD_AVG, newWeight * avgs.get(task, LOAD_SUM) / avgs.divider(task));
        if (attached) queues.addLoad(at, avgs, task, newWeight);
        if (onRq[task]) queues.enqueueTask(at, avgs, task, newWeight);
    }

    /** Root {@code cfs_rq->avg.load_avg}, sleepers included: what {@code cpu_load()} reads. */
    public long load(int onCpu) {
        return queues.avgs.get(onCpu, LOAD_AVG);
    }

    /**
     * {@code runnable_load_avg} of the root, which {@code wake_affine()} compares to v5.4: what of {@link #load} is that of
     * queued tasks; 0 without {@link #keepRunnableLoads}. Exact where all tasks are in the root group. Of others it takes the
     * part that their queue's load has in the root's; the kernel gives a group's entity a second weight by the same ratio,
     * and an average of that weight's own history, which is not kept here.
     */
    public long runnableLoad(int onCpu) {
        return groups.runnableLoad(onCpu);
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

    /** {@code se.avg.load_avg}: the load of {@code task} within its group. */
    public long taskLoad(int task) {
        return task < cpu.length ? avgs.get(task, LOAD_AVG) : 0;
    }

    /**
     * {@code task_h_load()}: what of the load of its CPU is the task's. The kernel works the groups' part out once a jiffy and
     * keeps it, here it is always new. Without any group it is {@link #taskLoad}, which the kernel's division makes at most 1
     * less.
     */
    public long taskHLoad(int task) {
        if (groups.count() == 1 || cpu(task) == NONE) return taskLoad(task);
        int q = queue[task];
        return avgs.get(task, LOAD_AVG) * groups.hierarchicalLoad(q) / (queues.avgs.get(q, LOAD_AVG) + 1);
    }

    /** {@code avg.load_avg} of the run queue of a group. */
    public long groupLoad(int ofGroup, int onCpu) {
        return queues.avgs.get(groups.queue(ofGroup, onCpu), LOAD_AVG);
    }

    /** {@code se.avg.util_avg}. */
    public long taskUtil(int task) {
        return task < cpu.length ? avgs.get(task, UTIL_AVG) : 0;
    }

    private void enqueue(int task, int onCpu) {
        utilEst.enqueue(onCpu, task);
        int q = queue[task];
        boolean changed = updateTask(task, q, onCpu);
        if (avgs.get(task, LUT) == 0) {
            queues.attach(q, avgs, task, weight[task]);
            changed = true;
        }
        if (changed) groups.write(q, clock.now(onCpu));
        queues.enqueueTask(q, avgs, task, weight[task]);
        onRq[task] = true;
        if (groups.isRoot(q)) return;
        groups.list(q);
        queueGroups(q, onCpu, 1);
    }

    private void dequeue(int task, int from, boolean migrates) {
        utilEst.dequeue(from, task);
        int q = queue[task];
        boolean changed = updateTask(task, q, from);
        if (migrates) queues.detach(q, avgs, task, weight[task]);
        if (changed || migrates) groups.write(q, clock.now(from));
        queues.dequeueTask(q, avgs, task, weight[task]);
        onRq[task] = false;
        queueGroups(q, from, -1);
    }

    /** The groups above a queue on which {@code tasks} more are queued. */
    private void queueGroups(int q, int onCpu, int tasks) {
        for (int g = q; !groups.isRoot(g); g = groups.parent(g)) {
            updateGroup(g, onCpu);
            groups.queueEntity(g);
            queues.addTasks(groups.parent(g), tasks);
        }
    }

    /** {@code update_load_avg()} of a group's entity, and what follows for the group above. */
    private void updateGroup(int q, int onCpu) {
        if (groups.update(q, clock.pelt(onCpu))) groups.write(groups.parent(q), clock.now(onCpu));
    }

    private boolean update(int entity, int onCpu) {
        return entity >= 0
                ? updateTask(entity, queue[entity], onCpu)
                : groups.update(Groups.entity(entity), clock.pelt(onCpu));
    }

    /** {@code update_load_avg()} of a task: its entity, unless it is not attached, and its run queue. */
    private boolean updateTask(int task, int q, int onCpu) {
        long now = clock.pelt(onCpu);
        boolean queued = onRq[task];
        if (avgs.get(task, LUT) != 0
                && avgs.updateSum(task, now, queued ? 1 : 0, queued ? 1 : 0, queues.curr[q] == task)) {
            avgs.updateAvg(task, weight[task]);
            utilEst.utilChanged(task);
        }
        return queues.update(q, now);
    }

    private int queueOf(int entity) {
        return entity >= 0 ? queue[entity] : groups.parent(Groups.entity(entity));
    }

    /** The entity one level up, or −1. */
    private int above(int entity) {
        int q = queueOf(entity);
        return groups.isRoot(q) ? NONE : Groups.entity(q);
    }

    private boolean isQueued(int entity, int onCpu) {
        return entity >= 0 ? onRq[entity] && cpu[entity] == onCpu : groups.onRq(Groups.entity(entity));
    }

    private void age(int task, long now) {
        if (avgs.updateSum(task, now, 0, 0, false)) avgs.updateAvg(task, weight[task]);
    }

    /** Where the CPU that is left is idle, nobody has updated its clock: the entity is aged by what it would show. */
    private void remove(int task, long now) {
        int from = cpu[task];
        if (from == NONE || avgs.get(task, LUT) == 0) return;
        int q = queue[task];
        long last = queues.avgs.get(q, LUT);
        age(task, last);
        queues.remove(q, avgs.get(task, LOAD_AVG), avgs.get(task, UTIL_AVG), avgs.get(task, RUNNABLE_AVG));
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
        queue = Arrays.copyOf(queue, n);
        Arrays.fill(queue, old, n, NONE);
        group = Arrays.copyOf(group, n);
        weight = Arrays.copyOf(weight, n);
        onRq = Arrays.copyOf(onRq, n);
        avgs.room(n - 1);
        utilEst.room(n - 1);
    }
}
