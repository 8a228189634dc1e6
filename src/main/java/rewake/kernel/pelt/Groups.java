package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entities of task groups, one for each run queue of a group: their averages, their part of the group's shares, and the
 * load of the group by which the shares are split.
 *
 * <p>Source: {@code update_cfs_group()}, {@code calc_group_shares()}, {@code reweight_entity()},
 * {@code propagate_entity_load_avg()}, {@code update_tg_load_avg()}, kernel/sched/fair.c.
 */
final class Groups {
    private static final long MIN_SHARES = 2;
    private static final long NICE_0 = 1024 << 10;
    private static final long WRITE_NS = 1_000_000;

    private static final int SHIFT = 3;
    private static final int WEIGHT = 0;
    private static final int RUNNABLE = 1;
    private static final int ON_RQ = 2;
    private static final int LISTED = 3;
    private static final int CONTRIB = 4;
    private static final int WRITTEN_NS = 5;
    private static final int SHARED = 6;

    /** Averages of the entities. */
    final SchedAvgs avgs;

    private final GroupTree tree;
    private final CfsRqs queues;
    private final Moment moment;
    private final TgRules rules;
    private final boolean keepsEmptyGroups;
    private final @Nullable TgBook book;
    private long[] load = new long[1];
    private long[] rows;
    private final boolean[] offline;

    Groups(GroupTree tree, CfsRqs queues, Moment moment, PeltRules rules, @Nullable TgBook book) {
        this.tree = tree;
        this.queues = queues;
        this.moment = moment;
        this.rules = rules.tg();
        this.book = book;
        keepsEmptyGroups = rules.keepsEmptyGroups();
        avgs = new SchedAvgs(tree.cpus);
        rows = new long[tree.cpus << SHIFT];
        offline = new boolean[tree.cpus];
    }

    /** Groups that are as {@code of} are and go on by {@code rules}, above {@code queues}. */
    Groups(Groups of, CfsRqs queues, TgRules rules, @Nullable TgBook book) {
        tree = of.tree;
        this.queues = queues;
        moment = of.moment;
        this.rules = rules;
        this.book = book;
        keepsEmptyGroups = of.keepsEmptyGroups;
        avgs = new SchedAvgs(of.avgs);
        load = of.load.clone();
        rows = of.rows.clone();
        offline = of.offline.clone();
    }

    /** Makes room for the group that the tree has got; its entities are not attached yet. */
    void room(int added) {
        load = Arrays.copyOf(load, added + 1);
        avgs.room(tree.queues() - 1);
        rows = Arrays.copyOf(rows, tree.queues() << SHIFT);
        for (int cpu = 0; cpu < tree.cpus; cpu++) set(tree.queue(added, cpu), WEIGHT, NICE_0);
    }

    private long get(int q, int field) {
        return rows[(q << SHIFT) + field];
    }

    private void set(int q, int field, long value) {
        rows[(q << SHIFT) + field] = value;
    }

    boolean onRq(int q) {
        return get(q, ON_RQ) != 0;
    }

    /** {@code tg->load_avg}. */
    long load(int ofGroup) {
        return load[ofGroup];
    }

    /** {@code tg_load_avg_contrib}. */
    long contrib(int q) {
        return get(q, CONTRIB);
    }

    /** {@code load.weight} of the entity: 1024 times what one of nice 0 weighs. */
    long weight(int q) {
        return get(q, WEIGHT);
    }

    /** Whether {@code update_blocked_averages()} visits the queue. */
    boolean isListed(int q) {
        return tree.isRoot(q) || get(q, LISTED) != 0;
    }

    void list(int q) {
        set(q, LISTED, 1);
    }

    /** Whether the entity has anything to age or to pass up. */
    boolean hasLoad(int q) {
        return (avgs.get(q, LOAD_AVG) | avgs.get(q, UTIL_AVG)) != 0 || queues.propagates(q);
    }

    void unlistGone(int q) {
        if (!tree.isRoot(q) && queues.isGone(q) && !(rules.keepsContributing() && contrib(q) != 0)) set(q, LISTED, 0);
    }

    /** Whether it depends on the rules if {@link #unlistGone} takes the queue, which is not the root's, off the list. */
    boolean isGoneAndTold(int q) {
        return get(q, LISTED) != 0 && contrib(q) != 0 && queues.isGone(q);
    }

    /** The entity of the new queue {@code q} joins the queue above, which is up to date. */
    void attach(int q) {
        queues.attach(tree.parent(q), avgs, q, CfsRqs.down(weight(q)));
    }

    /** The average of the entity of {@code q}. */
    void age(int q, long now) {
        boolean queued = onRq(q);
        boolean runs = queues.curr(tree.parent(q)) == GroupTree.entity(q);
        if (avgs.get(q, LUT) != 0 && avgs.updateSum(q, now, queued ? 1 : 0, get(q, RUNNABLE), runs))
            avgs.updateAvg(q, CfsRqs.down(weight(q)));
    }

    /** What joined {@code q} or left it joins and leaves the queue above. */
    boolean propagate(int q) {
        if (!queues.propagates(q)) return false;
        int on = tree.parent(q);
        queues.propagated(q);
        queues.propagate(on, queues.toPropagate(q));
        long divider = queues.avgs.divider(on);
        follow(q, on, UTIL_AVG, UTIL_SUM, divider);
        follow(q, on, RUNNABLE_AVG, RUNNABLE_SUM, divider);
        if (queues.toPropagate(q) != 0) propagateLoad(q, on, divider);
        return true;
    }

    /** The entity has the average of its queue. */
    private void follow(int q, int on, int average, int sum, long divider) {
        long now = queues.avgs.get(q, average);
        long by = now - avgs.get(q, average);
        if (by == 0) return;
        long newSum = now * divider;
        if (sum == UTIL_SUM) newSum = Decay.u32(newSum);
        long bySum = newSum - avgs.get(q, sum);
        avgs.set(q, average, now);
        avgs.set(q, sum, newSum);
        queues.change(on, average, sum, by, bySum);
    }

    /** Runnable time that joined adds to the entity's; where some left, it is what the queue has left of an average task's. */
    private void propagateLoad(int q, int on, long divider) {
        long joined = queues.toPropagate(q);
        queues.takenOver(q);
        long itsSum = avgs.get(q, LOAD_SUM);
        long sum = joined >= 0 ? Math.min(joined + itsSum, divider) : Math.min(itsSum, meanSum(q));
        sum = Math.max(sum, avgs.get(q, UTIL_SUM) >> 10);
        long itsWeight = CfsRqs.down(weight(q));
        long average = itsWeight * sum / divider;
        long by = average - avgs.get(q, LOAD_AVG);
        if (by == 0) return;
        avgs.set(q, LOAD_SUM, sum);
        avgs.set(q, LOAD_AVG, average);
        queues.change(on, LOAD_AVG, LOAD_SUM, by, itsWeight * (sum - itsSum));
    }

    private long meanSum(int q) {
        long queued = queues.weight(q);
        return queued == 0 ? 0 : queues.avgs.get(q, LOAD_SUM) / queued;
    }

    /** {@code runnable_weight} of the entity: tasks queued below it. */
    long runnable(int q) {
        return get(q, RUNNABLE);
    }

    /** When the run queue told its group last, ns of the run-queue clock; 0 where never. */
    long writtenNs(int q) {
        return get(q, WRITTEN_NS);
    }

    /** What the entity counts as runnable from now on. */
    void countTasks(int q) {
        set(q, RUNNABLE, queues.tasks(q));
    }

    /** The entity joins the queue above. */
    void enqueue(int q) {
        queues.enqueue(tree.parent(q), weight(q));
        set(q, ON_RQ, 1);
        list(tree.parent(q));
    }

    /** The entity leaves the queue above. */
    void dequeue(int q) {
        set(q, ON_RQ, 0);
        queues.dequeue(tree.parent(q), weight(q));
    }

    /** {@code update_cfs_group()}: the entity gets the part of the group's shares that the load of {@code q} earns. */
    void reshare(int q) {
        long queued = queues.weight(q);
        if (keepsEmptyGroups && queued == 0) return;
        set(q, SHARED, 1);
        long average = queues.avgs.get(q, LOAD_AVG);
        long shares = tree.shares(q);
        long part = share(shares, load[tree.group(q)], contrib(q), queued, average);
        if (book != null) book.read(q, part, shares, queued, average);
        if (!keepsEmptyGroups || part != weight(q)) weigh(q, part);
    }

    /** Whether the entity has ever been given its part of the shares. */
    boolean hasShares(int q) {
        return get(q, SHARED) != 0;
    }

    /** {@code reweight_entity()}: the entity weighs {@code part}, 1024 times what one of nice 0 weighs. */
    void weigh(int q, long part) {
        long before = weight(q);
        int on = tree.parent(q);
        if (onRq(q)) queues.reweigh(on, part - before);
        queues.takeLoad(on, avgs, q, CfsRqs.down(before));
        set(q, WEIGHT, part);
        long itsWeight = CfsRqs.down(part);
        avgs.set(q, LOAD_AVG, itsWeight * avgs.get(q, LOAD_SUM) / avgs.divider(q));
        queues.addLoad(on, avgs, q, itsWeight);
    }

    /** {@code calc_group_shares()}: {@code shares} and the result are 1024 times what weights are. */
    static long share(long shares, long groupLoad, long contrib, long queued, long average) {
        long own = Math.max(queued, average);
        long all = groupLoad - contrib + own;
        long part = shares * own;
        if (all != 0) part /= all;
        return Math.clamp(part, MIN_SHARES, shares);
    }

    /** {@code update_tg_load_avg()}: tells the group of a change that is large enough, and late enough. */
    void write(int q) {
        if (tree.isRoot(q)) return;
        if (rules.clearsOffline() && offline[tree.cpu(q)]) return;
        long average = queues.avgs.get(q, LOAD_AVG);
        long contrib = contrib(q);
        long now = now();
        boolean early = isTooEarly(now, get(q, WRITTEN_NS));
        boolean writes = !early && isWorthWriting(contrib, average, rules.threshold());
        if (book != null) book.call(q, early, writes);
        if (!writes) return;
        load[tree.group(q)] += average - contrib;
        set(q, CONTRIB, average);
        set(q, WRITTEN_NS, now);
    }

    private long now() {
        return rules.limit() == TgRules.Limit.PELT_CLOCK ? moment.pelt : moment.clock;
    }

    private boolean isTooEarly(long now, long written) {
        return switch (rules.limit()) {
            case NONE -> false;
            case PELT_CLOCK -> now - written <= WRITE_NS;
            case SCHED_CLOCK -> now - written < WRITE_NS;
        };
    }

    static boolean isWorthWriting(long contrib, long average, int threshold) {
        return Math.abs(average - contrib) > contrib / threshold;
    }

    /** {@code clear_tg_offline_cfs_rqs()}: a write to each group, whatever it takes out. */
    void goesOffline(int cpu) {
        if (!rules.clearsOffline()) return;
        for (int g = 1; g < tree.count(); g++) {
            int q = tree.queue(g, cpu);
            if (book != null) book.write(q);
            load[g] -= contrib(q);
            set(q, CONTRIB, 0);
            set(q, WRITTEN_NS, now());
        }
        offline[cpu] = true;
    }

    void comesOnline(int cpu) {
        offline[cpu] = false;
    }

    /** {@code cfs_rq->h_load}: what of the load of the CPU is the queue's, as it would be worked out now. */
    long hierarchicalLoad(int q) {
        if (tree.isRoot(q)) return queues.avgs.get(q, LOAD_AVG);
        int on = tree.parent(q);
        return hierarchicalLoad(on) * avgs.get(q, LOAD_AVG) / (queues.avgs.get(on, LOAD_AVG) + 1);
    }

    /** See {@link FairLoads#runnableLoad}. */
    long runnableLoad(int cpu) {
        RunnableLoads runnable = queues.runnable;
        if (runnable == null) return 0;
        long sum = runnable.of(cpu);
        for (int g = 1; g < tree.count(); g++) {
            int q = tree.queue(g, cpu);
            long own = runnable.of(q);
            if (own != 0) sum += own * hierarchicalLoad(q) / (queues.avgs.get(q, LOAD_AVG) + 1);
        }
        return sum;
    }
}
