package rewake.replay;

import java.util.Arrays;
import rewake.kernel.Weights;

/**
 * Load and utilisation of tasks and CPUs, inferred from run times: an exponential average with the PELT half-life of
 * 32 × 1.024 ms. While a task is queued its load tends to its weight, else it is frozen (sleeping tasks are not updated);
 * a CPU's load is that of its queued and blocked tasks. Groups are taken as flat, all CPUs as equally fast, and what lies
 * before the trace as zero: the output lists these loads as inferred.
 *
 * <p>Source: {@code kernel/sched/pelt.c} for the half-life, {@code post_init_entity_util_avg()} for
 * a child's utilisation; a sleeper's load is not updated until it is enqueued. Units: load 0 to weight, utilisation 0 to 1024.
 */
final class InferredLoads {
    private static final double DECAY_PER_NS = -Math.log(2) / 32_768_000.0;

    private final double[] cpuLoad;
    private final double[] cpuUtil;
    private final double[] cpuWeight;
    private final int[] runs;
    private final long[] cpuNs;
    private double[] load = new double[256];
    private double[] util = new double[256];
    private long[] taskNs = new long[256];
    private int[] weight = new int[256];
    private byte[] mode = new byte[256];
    private int[] on = new int[256];

    private static final byte ASLEEP = 0;
    private static final byte QUEUED = 1;
    private static final byte RUNNING = 2;

    InferredLoads(int cpus) {
        cpuLoad = new double[cpus];
        cpuUtil = new double[cpus];
        cpuWeight = new double[cpus];
        runs = new int[cpus];
        cpuNs = new long[cpus];
        Arrays.fill(runs, -1);
        Arrays.fill(on, -1);
    }

    /** {@code task} starts to run on {@code cpu}. */
    void running(int cpu, int task, boolean fair, long now) {
        update(cpu, now);
        int was = runs[cpu];
        if (was >= 0 && mode[was] == RUNNING) {
            update(was, now, mode[was]);
            mode[was] = QUEUED;
        }
        runs[cpu] = -1;
        if (!fair) return;
        room(task);
        if (mode[task] == ASLEEP) queued(task, cpu, weight[task] == 0 ? Weights.NICE_0 : weight[task], now);
        else moved(task, cpu, now);
        update(task, now, mode[task]);
        mode[task] = RUNNING;
        runs[cpu] = task;
    }

    /** {@code task} is queued on {@code cpu} with this weight, after sleep or a move. */
    void queued(int task, int cpu, int itsWeight, long now) {
        room(task);
        if (mode[task] != ASLEEP) {
            moved(task, cpu, now);
            return;
        }
        update(cpu, now);
        if (on[task] != cpu) {
            double kept = factor(now - taskNs[task]);
            if (on[task] >= 0) {
                update(on[task], now);
                take(on[task], load[task] * kept, util[task] * kept);
            }
            cpuLoad[cpu] += load[task] * kept;
            cpuUtil[cpu] += util[task] * kept;
        }
        update(task, now, ASLEEP);
        taskNs[task] = now;
        weight[task] = itsWeight;
        mode[task] = QUEUED;
        on[task] = cpu;
        cpuWeight[cpu] += itsWeight;
    }

    /** A forked {@code task} starts on {@code cpu}: full load, a share of the CPU's spare utilisation ({@code post_init_entity_util_avg()}). */
    void forked(int task, int cpu, int itsWeight, long now) {
        room(task);
        update(cpu, now);
        double cap = Math.max(0, (1024 - cpuUtil[cpu]) / 2);
        double fit = cpuUtil[cpu] == 0 ? cap : Math.min(cap, cpuUtil[cpu] * itsWeight / (cpuLoad[cpu] + 1));
        load[task] = itsWeight;
        util[task] = fit;
        taskNs[task] = now;
        on[task] = -1;
        mode[task] = ASLEEP;
        queued(task, cpu, itsWeight, now);
    }

    /** {@code task} left the queue of its CPU to sleep. */
    void slept(int task, long now) {
        room(task);
        if (mode[task] == ASLEEP) return;
        update(on[task], now);
        update(task, now, mode[task]);
        mode[task] = ASLEEP;
        cpuWeight[on[task]] = Math.max(0, cpuWeight[on[task]] - weight[task]);
    }

    /** {@code task}, queued, moved to {@code cpu}. */
    void moved(int task, int cpu, long now) {
        room(task);
        int from = on[task];
        if (mode[task] == ASLEEP || from == cpu) return;
        update(from, now);
        update(cpu, now);
        update(task, now, mode[task]);
        take(from, load[task], util[task]);
        cpuWeight[from] = Math.max(0, cpuWeight[from] - weight[task]);
        cpuLoad[cpu] += load[task];
        cpuUtil[cpu] += util[task];
        cpuWeight[cpu] += weight[task];
        on[task] = cpu;
        if (mode[task] == RUNNING) mode[task] = QUEUED;
    }

    /** Root load of {@code cpu} now. */
    long load(int cpu, long now) {
        update(cpu, now);
        return Math.round(cpuLoad[cpu]);
    }

    /** Utilisation of {@code cpu} now, at most 1024. */
    long util(int cpu, long now) {
        update(cpu, now);
        return Math.min(1024, Math.round(cpuUtil[cpu]));
    }

    /** Load of {@code task}: frozen while it sleeps. */
    long taskLoad(int task, long now) {
        room(task);
        if (mode[task] != ASLEEP) update(task, now, mode[task]);
        return Math.round(load[task]);
    }

    /** Utilisation of {@code task}: frozen while it sleeps. */
    long taskUtil(int task, long now) {
        room(task);
        if (mode[task] != ASLEEP) update(task, now, mode[task]);
        return Math.round(util[task]);
    }

    private void update(int cpu, long now) {
        long dt = now - cpuNs[cpu];
        if (dt <= 0) return;
        cpuNs[cpu] = now;
        double y = factor(dt);
        cpuLoad[cpu] = cpuWeight[cpu] + (cpuLoad[cpu] - cpuWeight[cpu]) * y;
        double input = runs[cpu] >= 0 ? 1024 : 0;
        cpuUtil[cpu] = input + (cpuUtil[cpu] - input) * y;
    }

    private void update(int task, long now, byte how) {
        long dt = now - taskNs[task];
        if (dt <= 0) return;
        taskNs[task] = now;
        double y = factor(dt);
        double loadInput = how == ASLEEP ? 0 : weight[task];
        double utilInput = how == RUNNING ? 1024 : 0;
        load[task] = loadInput + (load[task] - loadInput) * y;
        util[task] = utilInput + (util[task] - utilInput) * y;
    }

    private void take(int cpu, double someLoad, double someUtil) {
        cpuLoad[cpu] = Math.max(0, cpuLoad[cpu] - someLoad);
        cpuUtil[cpu] = Math.max(0, cpuUtil[cpu] - someUtil);
    }

    /** What is left of a value after {@code dtNs} without input. */
    static double factor(long dtNs) {
        return Math.exp(DECAY_PER_NS * dtNs);
    }

    private void room(int task) {
        if (task < load.length) return;
        int old = load.length;
        int n = Math.max(task + 1, old * 2);
        load = Arrays.copyOf(load, n);
        util = Arrays.copyOf(util, n);
        taskNs = Arrays.copyOf(taskNs, n);
        weight = Arrays.copyOf(weight, n);
        mode = Arrays.copyOf(mode, n);
        on = Arrays.copyOf(on, n);
        Arrays.fill(on, old, n, -1);
    }
}
