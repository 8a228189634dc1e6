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
 * The tree of task groups: per group and CPU a run queue, numbered {@code group · cpus + cpu}, and an entity that stands for
 * it on the run queue of the group above; per group the load of all its queues, and the shares that are split by it. Group 0 is
 * the root, whose queues have no entity. An entity has the number of its queue.
 *
 * <p>Source: {@code update_cfs_group()}, {@code calc_group_shares()}, {@code reweight_entity()},
 * {@code propagate_entity_load_avg()}, {@code update_tg_load_avg()}, kernel/sched/fair.c.
 */
final class Groups {
    private static final long MIN_SHARES = 2;
    private static final long NICE_0 = 1024 << 10;
    private static final long WRITE_NS = 1_000_000;

    /** Averages of the entities. */
    final SchedAvgs avgs;

    private final CfsRqs queues;
    private final PeltRules rules;
    private final int cpus;

    private int count = 1;
    private int[] depth = new int[1];
    private long[] shares = new long[1];
    private long[] load = new long[1];
    /** Groups with those below another before it, the root last. */
    private int[] bottomUp = new int[1];

    private int[] parent;
    private int[] group;
    private long[] weight;
    private long[] runnable;
    private boolean[] onRq;
    private boolean[] listed;
    private long[] contrib;
    private long[] writtenNs;

    Groups(CfsRqs queues, int cpus, PeltRules rules) {
        this.queues = queues;
        this.cpus = cpus;
        this.rules = rules;
        avgs = new SchedAvgs(cpus);
        parent = new int[cpus];
        Arrays.fill(parent, CfsRqs.NONE);
        group = new int[cpus];
        weight = new long[cpus];
        runnable = new long[cpus];
        onRq = new boolean[cpus];
        listed = new boolean[cpus];
        contrib = new long[cpus];
        writtenNs = new long[cpus];
    }

    /** Adds a group with 1024 times {@code itsShares}; its entities are not attached yet. */
    int add(int above, long itsShares) {
        int added = count++;
        depth = Arrays.copyOf(depth, count);
        depth[added] = depth[above] + 1;
        shares = Arrays.copyOf(shares, count);
        shares[added] = itsShares << 10;
        load = Arrays.copyOf(load, count);
        int at = 0;
        while (depth[bottomUp[at]] >= depth[added]) at++;
        bottomUp = Arrays.copyOf(bottomUp, count);
        System.arraycopy(bottomUp, at, bottomUp, at + 1, added - at);
        bottomUp[at] = added;
        addQueues(added, above);
        return added;
    }

    private void addQueues(int added, int above) {
        int n = count * cpus;
        queues.room(n);
        avgs.room(n - 1);
        parent = Arrays.copyOf(parent, n);
        group = Arrays.copyOf(group, n);
        weight = Arrays.copyOf(weight, n);
        runnable = Arrays.copyOf(runnable, n);
        onRq = Arrays.copyOf(onRq, n);
        listed = Arrays.copyOf(listed, n);
        contrib = Arrays.copyOf(contrib, n);
        writtenNs = Arrays.copyOf(writtenNs, n);
        for (int cpu = 0; cpu < cpus; cpu++) {
            int q = queue(added, cpu);
            parent[q] = queue(above, cpu);
            group[q] = added;
            weight[q] = NICE_0;
        }
    }

    /** Number of groups, the root among them. */
    int count() {
        return count;
    }

    int queue(int ofGroup, int cpu) {
        return ofGroup * cpus + cpu;
    }

    /** The groups, each after those below it. */
    int bottomUp(int at) {
        return bottomUp[at];
    }

    /** How an entity that is a group's is written where it can also be a task; and back. */
    static int entity(int q) {
        return -2 - q;
    }

    boolean isRoot(int q) {
        return q < cpus;
    }

    /** The queue that the entity of {@code q} is on. */
    int parent(int q) {
        return parent[q];
    }

    int depth(int q) {
        return depth[group[q]];
    }

    boolean onRq(int q) {
        return onRq[q];
    }

    /** {@code tg->load_avg}. */
    long load(int ofGroup) {
        return load[ofGroup];
    }

    /** {@code tg_load_avg_contrib}. */
    long contrib(int q) {
        return contrib[q];
    }

    /** {@code load.weight} of the entity: 1024 times what one of nice 0 weighs. */
    long weight(int q) {
        return weight[q];
    }

    /** Whether {@code update_blocked_averages()} visits the queue. */
    boolean isListed(int q) {
        return isRoot(q) || listed[q];
    }

    void list(int q) {
        listed[q] = true;
    }

    /** Whether the entity has anything to age or to pass up. */
    boolean hasLoad(int q) {
        return (avgs.get(q, LOAD_AVG) | avgs.get(q, UTIL_AVG)) != 0 || queues.propagates(q);
    }

    void unlistGone(int q) {
        if (!isRoot(q) && queues.isGone(q) && !(rules.keepsContributing() && contrib[q] != 0)) listed[q] = false;
    }

    /** The entity of the new queue {@code q} joins the queue above, which is up to date. */
    void attach(int q) {
        queues.attach(parent[q], avgs, q, CfsRqs.down(weight[q]));
    }

    /**
     * {@code update_load_avg()} of the entity of {@code q}: its average, that of the queue it is on, what joined {@code q} or
     * left it.
     *
     * @return whether the queue above is another than before
     */
    boolean update(int q, long now) {
        int on = parent[q];
        boolean queued = onRq[q];
        if (avgs.get(q, LUT) != 0 && avgs.updateSum(q, now, queued ? 1 : 0, runnable[q], queues.curr[on] == entity(q)))
            avgs.updateAvg(q, CfsRqs.down(weight[q]));
        boolean changed = queues.update(on, now);
        return propagate(q, on) || changed;
    }

    private boolean propagate(int q, int on) {
        if (!queues.propagates(q)) return false;
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
        long itsWeight = CfsRqs.down(weight[q]);
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

    /** The group has queued something on {@code q}, or nothing any more: its entity joins or leaves the queue above. */
    void queueEntity(int q) {
        runnable[q] = queues.tasks(q);
        boolean queued = queues.nr(q) != 0;
        if (queued == onRq[q]) {
            reshare(q);
        } else if (queued) {
            reshare(q);
            queues.enqueue(parent[q], weight[q]);
            onRq[q] = true;
            list(parent[q]);
        } else {
            onRq[q] = false;
            queues.dequeue(parent[q], weight[q]);
            reshare(q);
        }
    }

    /** {@code update_cfs_group()}: the entity gets the part of the group's shares that the load of {@code q} earns. */
    void reshare(int q) {
        if (rules.keepsEmptyGroups() && queues.weight(q) == 0) return;
        int g = group[q];
        long part = share(shares[g], load[g], contrib[q], queues.weight(q), queues.avgs.get(q, LOAD_AVG));
        if (rules.keepsEmptyGroups() && part == weight[q]) return;
        int on = parent[q];
        if (onRq[q]) queues.reweigh(on, part - weight[q]);
        queues.takeLoad(on, avgs, q, CfsRqs.down(weight[q]));
        weight[q] = part;
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

    /** {@code update_tg_load_avg()}: tells the group of a change of more than 1/64. */
    void write(int q, long now) {
        if (isRoot(q)) return;
        if (rules.limitsGroupWrites() && now - writtenNs[q] < WRITE_NS) return;
        long average = queues.avgs.get(q, LOAD_AVG);
        if (!isWorthWriting(contrib[q], average)) return;
        load[group[q]] += average - contrib[q];
        contrib[q] = average;
        writtenNs[q] = now;
    }

    static boolean isWorthWriting(long contrib, long average) {
        return Math.abs(average - contrib) > contrib / 64;
    }

    /** {@code cfs_rq->h_load}: what of the load of the CPU is the queue's, as it would be worked out now. */
    long hierarchicalLoad(int q) {
        if (isRoot(q)) return queues.avgs.get(q, LOAD_AVG);
        int on = parent[q];
        return hierarchicalLoad(on) * avgs.get(q, LOAD_AVG) / (queues.avgs.get(on, LOAD_AVG) + 1);
    }

    /** See {@link FairLoads#runnableLoad}. */
    long runnableLoad(int cpu) {
        RunnableLoads runnable = queues.runnable;
        if (runnable == null) return 0;
        long sum = runnable.of(cpu);
        for (int g = 1; g < count; g++) {
            int q = queue(g, cpu);
            long own = runnable.of(q);
            if (own != 0) sum += own * hierarchicalLoad(q) / (queues.avgs.get(q, LOAD_AVG) + 1);
        }
        return sum;
    }
}
