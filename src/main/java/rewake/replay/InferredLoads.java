package rewake.replay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.kernel.pelt.FairLoads;
import rewake.kernel.pelt.PeltRules;

/**
 * Load and utilisation of tasks and CPUs as the recorded kernel had them in memory, replayed from the timeline with the
 * kernel's own arithmetic ({@link FairLoads}): as of the last update, so that a CPU that nobody touches keeps its load.
 *
 * <p>What the trace does not tell is assumed: tasks of which nobody tells a group are in the root group; all CPUs are equally fast; what lies before the trace is
 * zero; a PELT period begins with the trace, so that boundaries may be off by up to 1.05 ms; time stolen by interrupts is
 * none; a tick is where sched_stat_runtime was recorded, else {@value #TICK_NS} ns after the last update; idle CPUs are
 * updated every {@value #BLOCKED_NS} ns, as the NOHZ balancer does at least. The output lists these loads as inferred.
 *
 * <p>Source: {@code update_load_avg()} and its callers, {@code nohz_balancer_kick()} and {@code _nohz_idle_balance()},
 * kernel/sched/fair.c. Units: load 0 to the sum of weights, utilisation 0 to 1024.
 */
final class InferredLoads {
    private static final long TICK_NS = 4_000_000;
    private static final long LONGEST_TICK_NS = 10_000_000;
    private static final long BLOCKED_NS = 32_000_000;
    private static final long ORIGIN_NS = 1L << 50;
    private static final int NONE = -1;

    final FairLoads fair;

    private final int cpus;
    private final @Nullable TaskGroups groups;
    private boolean statistics;
    private boolean began;
    private long shift;
    private long blockedDueNs;
    /** By CPU: the task that died there and has not been left yet, or −1. */
    private final int[] dying;

    private final ExitingTasks exiting;

    /** All tasks are in the root group, unless {@code groups} tells another; {@code runnableLoads}: {@link #runnableLoad} is asked. */
    InferredLoads(int cpus, PeltRules rules, @Nullable TaskGroups groups, boolean runnableLoads) {
        this.cpus = cpus;
        this.groups = groups;
        fair = new FairLoads(cpus, rules);
        if (runnableLoads) fair.keepRunnableLoads();
        dying = new int[cpus];
        Arrays.fill(dying, NONE);
        exiting = new ExitingTasks(cpus);
    }

    /** The run-queue clock, far above 0 since CPUs tell their first events in any order. */
    private long clock(long now) {
        if (!began) begin(now);
        return now + shift;
    }

    private void begin(long now) {
        began = true;
        shift = ORIGIN_NS - now;
        if (groups != null) groups.create(fair, ORIGIN_NS);
    }

    /** {@code task} is to be queued: the first time it gets its group. */
    private void join(int task, long now) {
        if (groups != null && fair.cpu(task) < 0) fair.regroup(task, groups.first(task, fair), now);
    }

    /** {@code task} has another name, which may be one that tells its group. */
    void named(int task, long timeNs) {
        if (groups == null) return;
        int told = groups.renamed(task);
        if (told >= 0) fair.regroup(task, told, clock(timeNs));
    }

    /** {@code task} is recorded on a run queue of the group {@code css}. */
    void recordedIn(int task, long css, long timeNs) {
        if (groups == null) return;
        long now = clock(timeNs);
        int group = groups.ofCss(css);
        if (group < 0) return;
        join(task, now);
        fair.regroup(task, group, now);
    }

    /** Events have come to {@code timeNs}. Idle CPUs are updated where that is due. */
    void advance(long timeNs) {
        long now = clock(timeNs);
        if (now < blockedDueNs) return;
        blockedDueNs = now + BLOCKED_NS;
        for (int cpu = 0; cpu < cpus; cpu++) if (fair.isIdle(cpu)) fair.blocked(cpu, now);
    }

    /** {@code task} starts to run on {@code cpu}; {@code isFair} ones have this weight if they were not known to be queued. */
    void running(int cpu, int task, boolean isFair, int weight, long timeNs) {
        long now = clock(timeNs);
        exiting.running(cpu);
        if (isFair) {
            long at = switchNs(cpu, now);
            if (!fair.onRq(task)) wake(task, cpu, weight, now);
            else if (fair.cpu(task) != cpu) fair.move(task, cpu, now);
            if (fair.weight(task) != weight)
                fair.reweight(task, weight); // by a name or priority it has since it was queued
            fair.pick(cpu, task, at);
        } else {
            if (fair.onRq(task)) fair.sleep(task, now); // it has another class since it was queued
            fair.pickOther(cpu, switchNs(cpu, now));
        }
        bury(cpu, now);
    }

    /** {@code finish_task_switch()} has the dead task's load removed only after the next one was picked. */
    private void bury(int cpu, long now) {
        if (dying[cpu] == NONE) return;
        fair.exit(dying[cpu], now);
        dying[cpu] = NONE;
    }

    /** {@code cpu} goes idle; whatever was believed to be queued there was not. */
    void idle(int cpu, long timeNs) {
        long at = switchNs(cpu, clock(timeNs));
        for (int task = fair.anyOn(cpu); task >= 0; task = fair.anyOn(cpu)) fair.sleep(task, at);
        fair.pickIdle(cpu, at);
        bury(cpu, clock(timeNs));
    }

    /**
     * The run-queue clock of a switch. It stands since the last update of the task that leaves, which a statistic tells; and an
     * idle CPU switches with the clock of the enqueue that woke it, since a pending reschedule saves the update.
     */
    private long switchNs(int cpu, long now) {
        return fair.isIdle(cpu) || (statistics && fair.running(cpu) >= 0) ? fair.clockNs(cpu) : now;
    }

    /** {@code task} is queued on {@code cpu} with this weight, after sleep or a move. */
    void queued(int task, int cpu, int weight, long timeNs) {
        long now = clock(timeNs);
        if (fair.onRq(task)) moved(task, cpu, timeNs);
        else wake(task, cpu, weight, now);
    }

    private void wake(int task, int cpu, int weight, long now) {
        join(task, now);
        fair.wake(task, cpu, weight, now);
    }

    /** A forked {@code task} starts on {@code cpu}. */
    void forked(int task, int cpu, int weight, long timeNs) {
        long now = clock(timeNs);
        if (fair.onRq(task)) {
            moved(task, cpu, timeNs);
            return;
        }
        join(task, now);
        fair.fork(task, cpu, weight, now);
    }

    /** {@code task} left the queue of its CPU, to sleep or {@code dead}. */
    void slept(int task, boolean dead, long timeNs) {
        long now = clock(timeNs);
        if (dead && runs(task) && exiting.rejoined(task, fair.cpu(task))) rejoin(task, now);
        if (fair.onRq(task))
            fair.sleep(task, fair.running(fair.cpu(task)) == task ? switchNs(fair.cpu(task), now) : now);
        if (!dead) return;
        int cpu = fair.cpu(task);
        if (cpu == NONE) return;
        bury(cpu, now);
        dying[cpu] = task;
    }

    /** {@code task} exits. */
    void exits(int task) {
        exiting.exits(task);
    }

    /** {@code task}, which runs on {@code cpu}, was taken off its queue and put back. */
    void requeued(int task, int cpu, long timeNs) {
        if (exiting.rejoins(task, cpu) && runs(task)) rejoin(task, clock(timeNs));
    }

    private boolean runs(int task) {
        int cpu = fair.cpu(task);
        return cpu != NONE && fair.running(cpu) == task;
    }

    private void rejoin(int task, long now) {
        fair.rejoin(task, switchNs(fair.cpu(task), now));
    }

    /** {@code task}, queued, moved to {@code cpu}. */
    void moved(int task, int cpu, long timeNs) {
        if (fair.onRq(task) && fair.cpu(task) != cpu) fair.move(task, cpu, clock(timeNs));
    }

    /** A run-time statistic of {@code task}: somebody, not always its own CPU, has updated it where it runs. */
    void ran(int task, long timeNs) {
        statistics = true;
        int cpu = fair.cpu(task);
        if (cpu >= 0 && fair.running(cpu) == task) fair.tick(cpu, clock(timeNs));
    }

    /** {@code task} turns out to have this weight. */
    void weighs(int task, int weight) {
        if (fair.cpu(task) >= 0) fair.reweight(task, weight);
    }

    /** What a decision reads: the only state that changes with time alone. */
    void take(Decision d) {
        d.loadThis = load(d.thisCpu, d.decideNs);
        d.loadPrev = load(d.prev, d.decideNs);
        d.runnableLoadThis = fair.runnableLoad(d.thisCpu);
        d.runnableLoadPrev = fair.runnableLoad(d.prev);
        d.wakeeLoad = taskLoad(d.wakee, d.decideNs);
        d.currentLoad = taskLoad(d.waker, d.decideNs);
    }

    /** Root load of {@code cpu} as it reads at {@code timeNs}. */
    long load(int cpu, long timeNs) {
        ticked(cpu, clock(timeNs));
        return fair.load(cpu);
    }

    /** The part of {@link #load} that is of tasks queued there. */
    long runnableLoad(int cpu, long timeNs) {
        ticked(cpu, clock(timeNs));
        return fair.runnableLoad(cpu);
    }

    /** Utilisation of {@code cpu} as it reads at {@code timeNs}: the larger of average and estimate, at most 1024. */
    long util(int cpu, long timeNs) {
        ticked(cpu, clock(timeNs));
        return fair.util(cpu);
    }

    /** Runnable average of {@code cpu} as it reads at {@code timeNs}: what is queued or runs, and sleepers' share. */
    long runnable(int cpu, long timeNs) {
        ticked(cpu, clock(timeNs));
        return fair.first().runnable(0, cpu);
    }

    /** Load of {@code task}, as part of that of its CPU, as it reads at {@code timeNs}: frozen while it sleeps. */
    long taskLoad(int task, long timeNs) {
        if (fair.onRq(task)) ticked(fair.cpu(task), clock(timeNs));
        return fair.taskHLoad(task);
    }

    /** Utilisation of {@code task} as it reads at {@code timeNs}: frozen while it sleeps. */
    long taskUtil(int task, long timeNs) {
        if (fair.onRq(task)) ticked(fair.cpu(task), clock(timeNs));
        return fair.taskUtil(task);
    }

    /** A tick that no event shows: where statistics were seen only after the longest that a tick can be away (HZ = 100). */
    private void ticked(int cpu, long now) {
        if (fair.running(cpu) < 0) return;
        long since = now - fair.updatedNs(cpu);
        long tick = statistics ? LONGEST_TICK_NS : TICK_NS;
        if (since >= tick) fair.tick(cpu, now - since % tick);
    }
}
