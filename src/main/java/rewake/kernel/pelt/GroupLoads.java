package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;

import org.jspecify.annotations.Nullable;

/**
 * What one set of {@link TgRules} makes of the run queues and the entities of groups, while tasks do what they do: the levels
 * above a task, walked from its run queue to the root of the CPU. {@link FairLoads} brings the tasks' own averages to the
 * moment first; those are the same under all rules.
 *
 * <p>To be read: averages of run queues, what each has told its group, and what the group makes of that. CPUs and groups are
 * numbers from 0, group 0 is the root; loads are 0 to the sum of weights, utilisation 0 to 1024 a task.
 *
 * <p>Source: {@code update_load_avg()} and its callers, {@code enqueue_task_fair()}, {@code dequeue_task_fair()},
 * {@code pick_next_task_fair()}, {@code update_blocked_averages()}, kernel/sched/fair.c.
 */
public final class GroupLoads implements Levels {
    private static final int NONE = CfsRqs.NONE;

    final CfsRqs queues;
    final Groups groups;
    final @Nullable TgBook book;
    final Moment moment;
    final TgRules rules;

    private final GroupTree tree;
    private final boolean writesWhenAttached;
    /** Whether others are compared with this one, and where it leaves what they need. */
    private boolean isExample;

    private @Nullable ParentTrail trail;
    private @Nullable Updates watch;

    GroupLoads(GroupTree tree, Moment moment, PeltRules rules, @Nullable TgBook book) {
        this.tree = tree;
        this.moment = moment;
        this.rules = rules.tg();
        this.book = book;
        queues = new CfsRqs(tree.cpus, rules.tg());
        groups = new Groups(tree, queues, moment, rules, book);
        writesWhenAttached = rules.tg().calls() == TgRules.Calls.EVERY_CHANGE;
    }

    /** The same as {@code of} is, to go on by {@code rules}; nobody is compared with it. */
    GroupLoads(GroupLoads of, TgRules rules) {
        tree = of.tree;
        moment = of.moment;
        this.rules = rules;
        book = of.book == null ? null : new TgBook(of.book);
        queues = new CfsRqs(of.queues);
        groups = new Groups(of.groups, queues, rules, book);
        writesWhenAttached = of.writesWhenAttached;
    }

    /** Others are compared with this one: it is to leave the run queues above tasks somewhere. */
    void isExample() {
        isExample = true;
    }

    /** Where it leaves them, if anybody needs them. */
    void leaves(ParentTrail at) {
        if (isExample) trail = at;
    }

    /** {@code by} hears of each update of a run queue, where the kernel's trace events of load tracking stand. */
    public void watched(Updates by) {
        watch = by;
    }

    /** Where the first variant left them. */
    void follow(ParentTrail at) {
        if (book != null) book.follow(at);
    }

    /** {@code avg.load_avg} of the run queue of a group. */
    public long load(int ofGroup, int onCpu) {
        return queues.avgs.get(tree.queue(ofGroup, onCpu), LOAD_AVG);
    }

    /** Updates of the run queue of a group that crossed the end of a period. */
    public long periods(int ofGroup, int onCpu) {
        return queues.periods(tree.queue(ofGroup, onCpu));
    }

    /** {@code avg.runnable_avg} of the run queue of a group. */
    public long runnable(int ofGroup, int onCpu) {
        return queues.avgs.get(tree.queue(ofGroup, onCpu), RUNNABLE_AVG);
    }

    /** {@code avg.util_avg} of the run queue of a group. */
    public long util(int ofGroup, int onCpu) {
        return queues.avgs.get(tree.queue(ofGroup, onCpu), UTIL_AVG);
    }

    /** {@code tg->load_avg}: what the run queues of the group have told of their loads. */
    public long tgLoad(int ofGroup) {
        return groups.load(ofGroup);
    }

    /** {@code tg_load_avg_contrib}: what that run queue has told last. */
    public long contrib(int ofGroup, int onCpu) {
        return groups.contrib(tree.queue(ofGroup, onCpu));
    }

    /** {@code last_update_tg_load_avg}: when that run queue told last, ns of the run-queue clock; 0 where never. */
    public long writtenNs(int ofGroup, int onCpu) {
        return groups.writtenNs(tree.queue(ofGroup, onCpu));
    }

    /** {@code load.weight} of the group's entity on a CPU: its part of the shares, 1024 times what a task's weight is. */
    public long entityWeight(int ofGroup, int onCpu) {
        return groups.weight(tree.queue(ofGroup, onCpu));
    }

    /** {@code se.avg.load_avg} of the group's entity on a CPU. */
    public long entityLoad(int ofGroup, int onCpu) {
        return groups.avgs.get(tree.queue(ofGroup, onCpu), LOAD_AVG);
    }

    /** {@code se.avg.util_avg} of the group's entity on a CPU. */
    public long entityUtil(int ofGroup, int onCpu) {
        return groups.avgs.get(tree.queue(ofGroup, onCpu), UTIL_AVG);
    }

    /** {@code se.avg.runnable_avg} of the group's entity on a CPU. */
    public long entityRunnable(int ofGroup, int onCpu) {
        return groups.avgs.get(tree.queue(ofGroup, onCpu), RUNNABLE_AVG);
    }

    @Override
    public void add(int group, int cpu) {
        int q = tree.queue(group, cpu);
        int on = tree.parent(q);
        queues.update(on, moment.pelt);
        groups.attach(q);
        hook(on);
        groups.write(on);
        passUp(on);
        done(q);
    }

    @Override
    public void room(int added) {
        queues.room(tree.queues());
        groups.room(added);
        if (book != null) book.room();
    }

    @Override
    public void enqueue(int q, SchedAvgs tasks, int task, int weight, boolean attaches, boolean delayed) {
        boolean changed = queues.update(q, moment.pelt);
        if (attaches) queues.attach(q, tasks, task, weight);
        updated(q, NONE);
        if (attaches) {
            attachedOrDetached(q);
        } else if (changed) {
            changed(q);
        }
        queues.enqueueTask(q, tasks, task, weight);
        if (delayed) queues.addTasks(q, -1);
        if (!tree.isRoot(q)) {
            groups.list(q);
            enqueueGroups(q, delayed ? 0 : 1);
        }
        done(q);
    }

    private void enqueueGroups(int q, int runnable) {
        for (int g = q; !tree.isRoot(g); g = tree.parent(g)) {
            int on = tree.parent(g);
            update(g, true);
            groups.countTasks(g);
            if (groups.onRq(g)) {
                if (rules.reads() != TgRules.Reads.TICK) groups.reshare(g);
            } else {
                if (readsOnJoin(on)) groups.reshare(g);
                groups.enqueue(g);
            }
            queues.addTasks(on, runnable);
        }
    }

    private boolean readsOnJoin(int on) {
        return switch (rules.reads()) {
            case ALWAYS -> true;
            case SKIPS, SKIPS_DEQUEUE -> queues.nr(on) > 0;
            case TICK -> false;
        };
    }

    @Override
    public void dequeue(int q, SchedAvgs tasks, int task, int weight, boolean migrates, boolean delayed) {
        boolean changed = queues.update(q, moment.pelt);
        if (migrates) queues.detach(q, tasks, task, weight);
        updated(q, NONE);
        if (migrates) {
            attachedOrDetached(q);
        } else if (changed) {
            changed(q);
        }
        if (delayed) count(q, 1, migrates);
        queues.dequeueTask(q, tasks, task, weight);
        int runnable = delayed && migrates ? 0 : 1;
        for (int g = q; !tree.isRoot(g); g = tree.parent(g)) {
            update(g, true);
            groups.countTasks(g);
            boolean leaves = queues.nr(g) == 0;
            if (leaves) groups.dequeue(g);
            if (readsOnDequeue(leaves)) groups.reshare(g);
            queues.addTasks(tree.parent(g), -runnable);
        }
        done(q);
    }

    /** Whether nothing else is queued on {@code q} and above it, up to the root. */
    boolean isAlone(int q) {
        for (int g = q; !tree.isRoot(g); g = tree.parent(g)) if (queues.nr(g) > 1) return false;
        return true;
    }

    /** {@code set_delayed()} and {@code clear_delayed()}: the levels above know at once, their entities do not. */
    private void count(int q, int by, boolean here) {
        queues.addTasks(q, by);
        for (int g = q; !here && !tree.isRoot(g); g = tree.parent(g)) queues.addTasks(tree.parent(g), by);
    }

    @Override
    public void delay(int q, boolean begins) {
        boolean changed = queues.update(q, moment.pelt);
        updated(q, NONE);
        if (changed) hook(q);
        count(q, begins ? -1 : 1, false);
        done(q);
    }

    private boolean readsOnDequeue(boolean leaves) {
        return rules.reads() == TgRules.Reads.ALWAYS || (rules.reads() == TgRules.Reads.SKIPS && !leaves);
    }

    @Override
    public void detach(int q, SchedAvgs tasks, int task, int weight) {
        queues.update(q, moment.pelt);
        queues.detach(q, tasks, task, weight);
        updated(q, NONE);
        hook(q);
        groups.write(q);
        passUp(q);
        done(q);
    }

    @Override
    public void attach(int q, SchedAvgs tasks, int task, int weight) {
        queues.update(q, moment.pelt);
        queues.attach(q, tasks, task, weight);
        updated(q, NONE);
        hook(q);
        groups.write(q);
        passUp(q);
        done(q);
    }

    private void passUp(int q) {
        for (int g = q; !tree.isRoot(g); g = tree.parent(g)) update(g, true);
    }

    @Override
    public void remove(int q, SchedAvgs tasks, int task) {
        queues.remove(q, tasks, task);
        settle(q);
    }

    @Override
    public void tick(int q) {
        boolean changed = queues.update(q, moment.pelt);
        updated(q, NONE);
        if (changed) changed(q);
        for (int g = q; !tree.isRoot(g); g = tree.parent(g)) {
            update(g, true);
            groups.reshare(g);
        }
        done(q);
    }

    @Override
    public void blocked(int cpu) {
        blocked(cpu, true);
    }

    /** The same; what is gone stays on the list, where {@code unlists} says so, until {@link #unlistGone}. */
    void blocked(int cpu, boolean unlists) {
        for (int i = 0; i < tree.count(); i++) {
            int q = tree.queue(tree.bottomUp(i), cpu);
            if (!groups.isListed(q)) continue;
            boolean changed = queues.update(q, moment.pelt);
            updated(q, NONE);
            if (changed) {
                groups.write(q);
                if (queues.isDelayed(q)) queues.propagate(q, 0);
            }
            if (!tree.isRoot(q) && groups.hasLoad(q)) update(q, true);
            if (unlists) groups.unlistGone(q);
        }
        for (int g = 1; book != null && g < tree.count(); g++) done(tree.queue(g, cpu));
    }

    /** Queues of {@code cpu} that are gone leave the list, as {@link #blocked} ends. */
    void unlistGone(int cpu) {
        for (int g = 1; g < tree.count(); g++) groups.unlistGone(tree.queue(g, cpu));
    }

    /** Whether one of them may stay on the list under some rules. */
    boolean hasGoneAndTold(int cpu) {
        for (int g = 1; g < tree.count(); g++) if (groups.isGoneAndTold(tree.queue(g, cpu))) return true;
        return false;
    }

    @Override
    public void change(int before, int from, boolean stays, int task, int onto) {
        int b = before;
        int a = task;
        int bq = from;
        int aq = onto;
        while (aq != bq) {
            int depthA = tree.depth(aq);
            int depthB = tree.depth(bq);
            if (depthA <= depthB) {
                put(bq, b, b == before ? stays : groups.onRq(GroupTree.entity(b)));
                b = GroupTree.entity(bq);
                bq = tree.parent(bq);
            }
            if (depthA >= depthB) {
                set(aq, a);
                a = GroupTree.entity(aq);
                aq = tree.parent(aq);
            }
        }
        put(bq, b, b == before ? stays : groups.onRq(GroupTree.entity(b)));
        set(aq, a);
        done(from);
        if (onto != from) done(onto);
    }

    @Override
    public void putAll(int task, int q, boolean stays) {
        put(q, task, stays);
        for (int g = q; !tree.isRoot(g); g = tree.parent(g)) put(tree.parent(g), GroupTree.entity(g), groups.onRq(g));
        done(q);
    }

    @Override
    public void setAll(int task, int q) {
        setGroups(q);
        set(q, task);
        done(q);
    }

    private void setGroups(int q) {
        if (tree.isRoot(q)) return;
        int on = tree.parent(q);
        setGroups(on);
        set(on, GroupTree.entity(q));
    }

    private void put(int q, int entity, boolean queued) {
        if (queued) update(q, entity, false);
        queues.curr(q, NONE);
    }

    private void set(int q, int entity) {
        update(q, entity, true);
        queues.curr(q, entity);
    }

    private void update(int q, int entity, boolean tells) {
        if (entity < NONE) {
            update(GroupTree.entity(entity), tells);
            return;
        }
        boolean changed = queues.update(q, moment.pelt);
        updated(q, NONE);
        if (!changed) return;
        hook(q);
        if (tells) groups.write(q);
    }

    /** {@code update_load_avg()} of the entity of {@code q}: itself, the queue it is on, what joined {@code q} or left it. */
    private void update(int q, boolean tells) {
        int on = tree.parent(q);
        long now = moment.pelt;
        groups.age(q, now);
        boolean changed = queues.update(on, now);
        boolean propagated = groups.propagate(q);
        updated(on, q);
        if (changed) hook(on);
        else if (propagated && book != null) book.hookPropagated(on);
        if (tells && rules.calls(changed, propagated)) groups.write(on);
    }

    /** Queue {@code q} is as it is recorded, and so is the entity of {@code below} that is on it, {@link #NONE} if a task's. */
    private void updated(int q, int below) {
        if (watch != null) watch.updated(tree.cpu(q), tree.group(q), below == NONE ? NONE : tree.group(below));
    }

    private void changed(int q) {
        hook(q);
        groups.write(q);
    }

    private void attachedOrDetached(int q) {
        hook(q);
        if (writesWhenAttached) groups.write(q);
    }

    private void hook(int q) {
        if (book != null) book.hook(q);
    }

    /** The operation on {@code q} and what is above it is over. */
    private void done(int q) {
        if (book == null) return;
        for (int g = q; !tree.isRoot(g); g = tree.parent(g)) {
            settle(g);
            int on = tree.parent(g);
            book.parent(on, queues.avgs);
            if (trail != null) trail.add(queues.avgs, on);
        }
    }

    private void settle(int q) {
        if (book == null || tree.isRoot(q)) return;
        book.errors.settle(q, queues.avgs.get(q, LOAD_AVG), queues.removedLoad(q), groups.load(tree.group(q)));
    }

    /** A second of the accounts is over. */
    void turnPage() {
        if (book != null) book.at(moment.ns);
    }

    /** Notes what the loads of groups would be if all run queues were brought to the PELT clocks {@code now} of their CPUs. */
    void age(long[] now, long forNs) {
        if (book == null) return;
        for (int g = 1; g < tree.count(); g++) {
            long sum = 0;
            for (int cpu = 0; cpu < tree.cpus; cpu++) sum += queues.agedLoad(tree.queue(g, cpu), now[cpu]);
            book.errors.aged(g, sum, forNs);
        }
    }

    @Override
    public void takeLoad(int q, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        if (queued) queues.dequeueTask(q, tasks, task, weight);
        if (attached) queues.takeLoad(q, tasks, task, weight);
    }

    @Override
    public void addLoad(int q, SchedAvgs tasks, int task, int weight, boolean queued, boolean attached) {
        if (attached) queues.addLoad(q, tasks, task, weight);
        if (queued) queues.enqueueTask(q, tasks, task, weight);
        settle(q);
    }

    @Override
    public void comesOnline(int cpu) {
        groups.comesOnline(cpu);
    }

    @Override
    public void goesOffline(int cpu) {
        groups.goesOffline(cpu);
        for (int g = 1; g < tree.count(); g++) settle(tree.queue(g, cpu));
    }

    /** The task that runs on {@code cpu}, or −1. */
    int running(int cpu) {
        int entity = queues.curr(cpu);
        while (entity < NONE) entity = queues.curr(GroupTree.entity(entity));
        return entity;
    }

    long lastUpdate(int q) {
        return queues.avgs.get(q, LUT);
    }
}
