package rewake.replay;

import rewake.kernel.pelt.PeltRules;
import rewake.kernel.pelt.RootFair;

/**
 * Load and utilisation of tasks and CPUs as the recorded kernel had them in memory, replayed from the timeline with the
 * kernel's own arithmetic ({@link RootFair}): as of the last update, so that a CPU that nobody touches keeps its load.
 *
 * <p>What the trace does not tell is assumed: groups are flat; all CPUs are equally fast; what lies before the trace is
 * zero; the PELT clock is the trace's, so that period boundaries may be off by up to 1.05 ms; time stolen by interrupts is
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

    final RootFair fair;

    private final int cpus;
    private boolean statistics;
    private long blockedDueNs;

    InferredLoads(int cpus, PeltRules rules) {
        this.cpus = cpus;
        fair = new RootFair(cpus, rules);
    }

    /** Events have come to {@code now}. Idle CPUs are updated where that is due. */
    void advance(long now) {
        if (now < blockedDueNs) return;
        blockedDueNs = now + BLOCKED_NS;
        for (int cpu = 0; cpu < cpus; cpu++) if (fair.isIdle(cpu)) fair.blocked(cpu, now);
    }

    /** {@code task} starts to run on {@code cpu}; {@code isFair} ones have this weight if they were not known to be queued. */
    void running(int cpu, int task, boolean isFair, int weight, long now) {
        if (isFair) {
            long at = switchNs(cpu, now);
            if (!fair.onRq(task)) fair.wake(task, cpu, weight, now);
            else if (fair.cpu(task) != cpu) fair.move(task, cpu, now);
            fair.pick(cpu, task, at);
        } else {
            if (fair.onRq(task)) fair.sleep(task, now); // it has another class since it was queued
            fair.pickOther(cpu, switchNs(cpu, now));
        }
    }

    /** {@code cpu} goes idle; whatever was believed to be queued there was not. */
    void idle(int cpu, long now) {
        long at = switchNs(cpu, now);
        for (int task = fair.anyOn(cpu); task >= 0; task = fair.anyOn(cpu)) fair.sleep(task, at);
        fair.pickIdle(cpu, at);
    }

    /**
     * The run-queue clock of a switch. It stands since the last update of the task that leaves, which a statistic tells; and an
     * idle CPU switches with the clock of the enqueue that woke it, since a pending reschedule saves the update.
     */
    private long switchNs(int cpu, long now) {
        return fair.isIdle(cpu) || (statistics && fair.running(cpu) >= 0) ? fair.clockNs(cpu) : now;
    }

    /** {@code task} is queued on {@code cpu} with this weight, after sleep or a move. */
    void queued(int task, int cpu, int weight, long now) {
        if (fair.onRq(task)) moved(task, cpu, now);
        else fair.wake(task, cpu, weight, now);
    }

    /** A forked {@code task} starts on {@code cpu}. */
    void forked(int task, int cpu, int weight, long now) {
        if (fair.onRq(task)) moved(task, cpu, now);
        else fair.fork(task, cpu, weight, now);
    }

    /** {@code task} left the queue of its CPU, to sleep or {@code dead}. */
    void slept(int task, boolean dead, long now) {
        if (fair.onRq(task))
            fair.sleep(task, fair.running(fair.cpu(task)) == task ? switchNs(fair.cpu(task), now) : now);
        if (dead) fair.exit(task, now);
    }

    /** {@code task}, queued, moved to {@code cpu}. */
    void moved(int task, int cpu, long now) {
        if (fair.onRq(task) && fair.cpu(task) != cpu) fair.move(task, cpu, now);
    }

    /** A run-time statistic of {@code task}: somebody, not always its own CPU, has updated it where it runs. */
    void ran(int task, long now) {
        statistics = true;
        int cpu = fair.cpu(task);
        if (cpu >= 0 && fair.running(cpu) == task) fair.tick(cpu, now);
    }

    /** {@code task} turns out to have this weight. */
    void weighs(int task, int weight) {
        if (fair.cpu(task) >= 0) fair.reweight(task, weight);
    }

    /** Root load of {@code cpu} as it reads at {@code now}. */
    long load(int cpu, long now) {
        ticked(cpu, now);
        return fair.load(cpu);
    }

    /** Utilisation of {@code cpu} as it reads at {@code now}: the larger of average and estimate, at most 1024. */
    long util(int cpu, long now) {
        ticked(cpu, now);
        return fair.util(cpu);
    }

    /** Load of {@code task} as it reads at {@code now}: frozen while it sleeps. */
    long taskLoad(int task, long now) {
        if (fair.onRq(task)) ticked(fair.cpu(task), now);
        return fair.taskLoad(task);
    }

    /** Utilisation of {@code task} as it reads at {@code now}: frozen while it sleeps. */
    long taskUtil(int task, long now) {
        if (fair.onRq(task)) ticked(fair.cpu(task), now);
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
