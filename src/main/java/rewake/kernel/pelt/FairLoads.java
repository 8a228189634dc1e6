package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.util.List;

/**
 * Load tracking of the fair class: tasks queued on the run queue of their group and CPU, groups queued on those of the group
 * above, up to the root run queue of the CPU. Each method does to the averages what the kernel does at that event, in its
 * order: what has passed is accounted with the state from before the event, level by level from the task upwards. Tasks,
 * CPUs and groups are numbers from 0, group 0 the root, where tasks are unless told otherwise; {@code now} is the run-queue
 * clock of the CPU, ns, above 0 and the same on all CPUs; weights are 1024 at nice 0. What is read is what the kernel would
 * read without updating first: loads 0 to the sum of weights, utilisation 0 to 1024 a task.
 *
 * <p>Here are the tasks; what is above them is {@link GroupLoads}. There can be several of those, one for each variant of
 * {@link TgRules}, since tasks, clocks and what is queued where are the same under all of them: with the one exception that a
 * child's first utilisation and whether a CPU was saturated are read from run queues, which are those of the first.
 *
 * <p>Left out: bandwidth limits, delayed dequeues of groups (6.12: they last until the CPU picks them), averages of other
 * classes, uclamp, unequal CPUs but for {@link #scale}. Source: {@code update_load_avg()} and its callers,
 * {@code post_init_entity_util_avg()}, {@code migrate_task_rq_fair()}, {@code reweight_entity()}, {@code set_delayed()},
 * kernel/sched/fair.c.
 */
public final class FairLoads extends FairState implements LoadEvents {
    private final PeltRules rules;
    private final int cpus;
    private final Moment moment;
    private final TgVariants variants;
    private final Levels levels;
    private final TgCurve curve = new TgCurve();
    private int executing = NONE;

    /** Idle CPUs without any load, at time 0, under one set of rules; nothing is counted. */
    public FairLoads(int cpus, PeltRules rules) {
        this(cpus, rules, List.of(), new int[0], 0);
    }

    /**
     * The same under several: the first run queues are those of {@link TgRules#BASE}, then come the variants, which are counted,
     * on threads of their own; to read of them waits until they are as far.
     *
     * @param rules what else differs between kernels; its own {@link PeltRules#tg} are not used, unless there are no variants
     * @param variants in the order in which {@link #variant} and {@link #ledger} number them
     * @param nodeOf the node of each CPU, from 0
     * @param threads how many; {@link #finish} ends them
     */
    public FairLoads(int cpus, PeltRules rules, List<TgRules> variants, int[] nodeOf, int threads) {
        this(cpus, rules, new GroupTree(cpus), new Moment(), variants, nodeOf, threads);
    }

    private FairLoads(
            int cpus,
            PeltRules rules,
            GroupTree tree,
            Moment moment,
            List<TgRules> variants,
            int[] nodeOf,
            int threads) {
        this(cpus, rules, tree, moment, new TgVariants(tree, moment, rules, variants, nodeOf, threads));
    }

    private FairLoads(int cpus, PeltRules rules, GroupTree tree, Moment moment, TgVariants variants) {
        super(tree, variants.first, new RqClock(cpus), new UtilEst(cpus, rules.oneUtilEst()));
        this.rules = rules;
        this.cpus = cpus;
        this.moment = moment;
        this.variants = variants;
        levels = variants.levels();
    }

    /** Groups and run queues under the rules of that variant. */
    public GroupLoads variant(int number) {
        return variants.loads(number);
    }

    /** The accounts of that variant. */
    public TgLedger ledger(int number) {
        return variants.ledger(number);
    }

    @Override
    public void sample() {
        curve.add(variants.all(), tree.count());
    }

    /** {@code tg->load_avg} of a group under a variant at the time of that call of {@link #sample}. */
    public long sampled(int point, int number, int ofGroup) {
        return curve.load(point, number, variants.count(), ofGroup);
    }

    /** Keeps {@link #runnableLoad} from now on, when nothing is queued yet. */
    public void keepRunnableLoads() {
        queues.runnable = new RunnableLoads(tree.queues());
    }

    @Override
    public void executedBy(int onCpu) {
        executing = onCpu;
    }

    /** An operation begins on {@code onCpu}. */
    private void begin(int onCpu, long now) {
        clock.update(onCpu, now);
        note(onCpu, now);
    }

    /** Tells the accounts where and when they are. */
    private void note(int onCpu, long now) {
        variants.at(clock, now, executing == NONE ? onCpu : executing);
        executing = NONE;
    }

    /** The levels above tasks, which go by the clock of {@code onCpu}. */
    private Levels on(int onCpu) {
        moment.clock = clock.now(onCpu);
        moment.pelt = clock.pelt(onCpu);
        return levels;
    }

    /** What stands does so until the last operation: to be called once, before ledgers are read. */
    public void finish() {
        variants.finish();
    }

    /** Forgets what was counted so far, while the averages warmed up. */
    public void countFromHere() {
        variants.clear();
    }

    @Override
    public int addGroup(int parent, int shares, long now) {
        variants.catchUp();
        int added = tree.add(parent, shares);
        levels.room(added);
        for (int onCpu = 0; onCpu < cpus; onCpu++) {
            begin(onCpu, now);
            on(onCpu).add(added, onCpu);
        }
        return added;
    }

    @Override
    public void regroup(int task, int itsGroup, long now) {
        room(task);
        if (tasks.group[task] == itsGroup) return;
        int at = tasks.cpu[task];
        if (at == NONE || avgs.get(task, LUT) == 0) {
            tasks.group[task] = itsGroup;
            if (at != NONE) tasks.queue[task] = tree.queue(itsGroup, at);
            return;
        }
        change(task, at, itsGroup, now);
    }

    @Override
    public void rejoin(int task, long now) {
        int at = cpu(task);
        if (at != NONE && avgs.get(task, LUT) != 0) change(task, at, tasks.group[task], now);
    }

    private void change(int task, int at, int itsGroup, long now) {
        begin(at, now);
        boolean queued = tasks.onRq[task];
        boolean runs = running(at) == task;
        if (queued) dequeue(task, at, false);
        if (runs) putAll(task, at);
        age(task, at);
        on(at).detach(tasks.queue[task], avgs, task, tasks.weight[task]);
        tasks.group[task] = itsGroup;
        tasks.queue[task] = tree.queue(itsGroup, at);
        on(at).attach(tasks.queue[task], avgs, task, tasks.weight[task]);
        if (queued) enqueue(task, at);
        if (queued && runs) on(at).setAll(task, tasks.queue[task]);
    }

    @Override
    public void scale(int onCpu, int value) {
        clock.scale(onCpu, value);
    }

    @Override
    public void offline(int onCpu, long now) {
        begin(onCpu, now);
        on(onCpu).goesOffline(onCpu);
    }

    @Override
    public void online(int onCpu, long now) {
        begin(onCpu, now);
        on(onCpu).comesOnline(onCpu);
    }

    @Override
    public void fork(int task, int onCpu, int itsWeight, long now) {
        room(task);
        avgs.clear(task);
        utilEst.forget(task);
        tasks.weight[task] = itsWeight;
        begin(onCpu, now);
        setCpu(task, onCpu);
        int q = tasks.queue[task];
        long util = rules.spareUtil(queues.avgs.get(q, UTIL_AVG), queues.avgs.get(q, LOAD_AVG), itsWeight);
        tasks.set(task, itsWeight, util, util);
        enqueue(task, onCpu);
    }

    private void setCpu(int task, int onCpu) {
        int at = tasks.cpu[task];
        if (at != NONE && running(at) == task) putAll(task, at);
        tasks.cpu[task] = onCpu;
        tasks.queue[task] = tree.queue(tasks.group[task], onCpu);
    }

    @Override
    public void wake(int task, int onCpu, int itsWeight, long now) {
        room(task);
        if (tasks.weight[task] == 0) tasks.weight[task] = itsWeight;
        else if (tasks.weight[task] != itsWeight) reweight(task, itsWeight);
        begin(onCpu, now);
        if (tasks.delayed[task]) {
            requeue(task, onCpu);
            return;
        }
        if (tasks.cpu[task] != onCpu) {
            remove(task, now);
            setCpu(task, onCpu);
        }
        enqueue(task, onCpu);
    }

    @Override
    public void leave(int task, int to, long now) {
        if (cpu(task) == NONE || tasks.cpu[task] == to) return;
        note(tasks.cpu[task], now);
        remove(task, now);
        setCpu(task, to);
    }

    @Override
    public void seed(int task, int load, int runnable, int util, long now) {
        room(task);
        int at = tasks.cpu[task];
        boolean attached = at != NONE && avgs.get(task, LUT) != 0;
        if (attached) {
            begin(at, now);
            age(task, at);
            on(at).detach(tasks.queue[task], avgs, task, tasks.weight[task]);
        }
        tasks.set(task, load, runnable, util);
        if (attached) on(at).attach(tasks.queue[task], avgs, task, tasks.weight[task]);
    }

    /** As {@link #seed}, where the averages of the run queue were told after {@code task} joined it: they contain its own. */
    public void told(int task, int load, int runnable, int util, long now) {
        int at = tasks.cpu[task];
        begin(at, now);
        queues.update(tasks.queue[task], clock.pelt(at));
        tasks.set(task, load, runnable, util);
        queues.fit(tasks.queue[task], avgs, task, tasks.weight[task]);
    }

    /**
     * {@code task}, unknown so far, has been asleep on {@code onCpu}: the averages of its run queue there, which were told by
     * somebody, contain its own.
     */
    public void found(int task, int onCpu, int itsWeight) {
        room(task);
        if (tasks.cpu[task] != NONE) return;
        int q = tree.queue(tasks.group[task], onCpu);
        if (queues.avgs.get(q, LUT) == 0) return;
        tasks.weight[task] = itsWeight;
        setCpu(task, onCpu);
        queues.fit(q, avgs, task, itsWeight);
    }

    @Override
    public void sleep(int task, long now) {
        int from = tasks.cpu[task];
        begin(from, now);
        if (tasks.delayed[task]) {
            dequeue(task, from, false);
            tasks.delayed[task] = false;
            return;
        }
        dequeue(task, from, false);
        utilEst.slept(task, avgs.get(task, UTIL_AVG), avgs.get(task, RUNNABLE_AVG));
    }

    @Override
    public void delay(int task, long now) {
        int at = tasks.cpu[task];
        begin(at, now);
        utilEst.dequeue(at, task);
        age(task, at);
        on(at).delay(tasks.queue[task], true);
        tasks.delayed[task] = true;
        utilEst.slept(task, avgs.get(task, UTIL_AVG), avgs.get(task, RUNNABLE_AVG));
    }

    /** {@code requeue_delayed_entity()}: {@code task} is woken where it is still queued. */
    private void requeue(int task, int at) {
        utilEst.enqueue(at, task);
        age(task, at);
        on(at).delay(tasks.queue[task], false);
        tasks.delayed[task] = false;
    }

    @Override
    public void exit(int task, long now) {
        if (cpu(task) == NONE) return;
        note(tasks.cpu[task], now);
        remove(task, now);
        tasks.cpu[task] = NONE;
    }

    @Override
    public void move(int task, int to, long now) {
        if (executing == NONE) executing = to;
        int by = executing;
        detach(task, to, now);
        executing = by;
        attach(task, now);
    }

    @Override
    public void detach(int task, int to, long now) {
        int from = tasks.cpu[task];
        begin(from, now);
        if (running(from) == task) putAll(task, from);
        dequeue(task, from, true);
        avgs.set(task, LUT, 0);
        setCpu(task, to);
    }

    @Override
    public void attach(int task, long now) {
        begin(tasks.cpu[task], now);
        enqueue(task, tasks.cpu[task]);
    }

    @Override
    public void pick(int onCpu, int task, long now) {
        begin(onCpu, now);
        int before = running(onCpu);
        if (before != NONE) ageIfQueued(before, onCpu);
        ageIfQueued(task, onCpu);
        if (before == NONE) on(onCpu).setAll(task, tasks.queue[task]);
        else on(onCpu).change(before, tasks.queue[before], tasks.onRq[before], task, tasks.queue[task]);
        clock.goesBusy(onCpu);
    }

    @Override
    public void pickOther(int onCpu, long now) {
        begin(onCpu, now);
        putAll(running(onCpu), onCpu);
        clock.goesBusy(onCpu);
    }

    @Override
    public void pickIdle(int onCpu, long now) {
        begin(onCpu, now);
        putAll(running(onCpu), onCpu);
        clock.goesIdle(onCpu, queues.avgs.get(onCpu, UTIL_SUM));
    }

    private void putAll(int task, int onCpu) {
        if (task == NONE) return;
        ageIfQueued(task, onCpu);
        on(onCpu).putAll(task, tasks.queue[task], tasks.onRq[task]);
    }

    @Override
    public void tick(int onCpu, long now) {
        int task = running(onCpu);
        if (task == NONE) return;
        begin(onCpu, now);
        age(task, onCpu);
        on(onCpu).tick(tasks.queue[task]);
    }

    @Override
    public void blocked(int onCpu, long now) {
        begin(onCpu, now);
        on(onCpu).blocked(onCpu);
    }

    @Override
    public void reweight(int task, int newWeight) {
        int at = tasks.queue[task];
        boolean attached = avgs.get(task, LUT) != 0;
        levels.takeLoad(at, avgs, task, tasks.weight[task], tasks.onRq[task], attached);
        tasks.reweight(task, newWeight);
        levels.addLoad(at, avgs, task, newWeight, tasks.onRq[task], attached);
    }

    private void enqueue(int task, int onCpu) {
        boolean delayed = tasks.delayed[task];
        if (!delayed) utilEst.enqueue(onCpu, task);
        age(task, onCpu);
        boolean attaches = avgs.get(task, LUT) == 0;
        on(onCpu).enqueue(tasks.queue[task], avgs, task, tasks.weight[task], attaches, delayed);
        tasks.onRq[task] = true;
    }

    private void dequeue(int task, int from, boolean migrates) {
        boolean delayed = tasks.delayed[task];
        if (!delayed) utilEst.dequeue(from, task);
        age(task, from);
        on(from).dequeue(tasks.queue[task], avgs, task, tasks.weight[task], migrates, delayed);
        tasks.onRq[task] = false;
    }

    private void ageIfQueued(int task, int onCpu) {
        if (tasks.onRq[task] && tasks.cpu[task] == onCpu) age(task, onCpu);
    }

    /** The average of {@code task}. */
    private void age(int task, int onCpu) {
        boolean runs = queues.curr(tasks.queue[task]) == task;
        if (tasks.age(task, clock.pelt(onCpu), runs)) utilEst.utilChanged(task);
    }

    /** Where the CPU that is left is idle, nobody has updated its clock: the entity is aged by what it would show. */
    private void remove(int task, long now) {
        int from = tasks.cpu[task];
        if (from == NONE || avgs.get(task, LUT) == 0) return;
        int q = tasks.queue[task];
        long last = first.lastUpdate(q);
        tasks.decay(task, last);
        levels.remove(q, avgs, task);
        if (tasks.hasAny(task) && clock.idle(from)) tasks.decay(task, clock.peltOfIdle(from, now, last));
        avgs.set(task, LUT, 0);
    }

    private void room(int task) {
        tasks.room(task);
        utilEst.room(task);
    }
}
