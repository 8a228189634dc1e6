package rewake.replay;

import org.jspecify.annotations.Nullable;
import rewake.kernel.CpuMask;
import rewake.kernel.Machine;

/**
 * What the replayed utilisation of each CPU is short of, inferred from past forks: what ran before the trace. Among groups of
 * CPUs with as much idle a fork goes to the least utilised, so one that went elsewhere than the model says tells that the
 * model's choice has more: at least as much as the recorded one. Where the recorded one is believed to have more for such a
 * lesson alone, that lesson was too much, and is taken back first.
 *
 * <p>Offsets fade with the half-life of utilisation. A child gets half of what its CPU has to spare, so each that comes to
 * a CPU halves what is not known. Both are the kernel's; to take the least offset that explains a fork and {@value #MARGIN} more
 * is ours, the number chosen with the scores of the recordings of bench/FIDELITY.md in sight. Source:
 * {@code update_pick_idlest()}, {@code post_init_entity_util_avg()}, kernel/sched/fair.c.
 */
final class ForkOffsets {
    /** How much more than the least that explains a fork is believed: what is learned fades while others' rises. */
    private static final int MARGIN = 32;

    private static final double DECAY_PER_NS = -Math.log(2) / (32 * 1_048_576.0);

    private final Machine machine;
    private final boolean clusterLevel;
    private final double[] offset;
    private final long[] stampNs;

    /** No offsets; {@code clusterLevel}: clusters are a domain level. */
    ForkOffsets(Machine machine, boolean clusterLevel) {
        this.machine = machine;
        this.clusterLevel = clusterLevel;
        offset = new double[machine.cpus()];
        stampNs = new long[machine.cpus()];
    }

    /** To be added to the replayed utilisation of {@code cpu}. */
    long of(int cpu, long now) {
        return Math.round(faded(cpu, now));
    }

    /** A child starts on {@code cpu}. */
    void joined(int cpu, long now) {
        offset[cpu] = faded(cpu, now) / 2;
    }

    /**
     * A fork on {@code here} went to {@code chosen} where the model says {@code answer}.
     *
     * @param util what the model was told of each CPU, offsets included
     * @param idle CPUs that were idle
     */
    void learn(int here, int chosen, int answer, long[] util, long[] idle, long now) {
        if (machine.llc(chosen) != machine.llc(answer)) return;
        long[] better = group(answer, chosen);
        long[] taken = group(chosen, answer);
        if (better == null || taken == null || CpuMask.has(better, here) || CpuMask.has(taken, here)) return;
        if (count(better, idle) != count(taken, idle)) return;
        long lacks = sum(taken, util) - sum(better, util) + 1;
        if (lacks <= 0) return;
        if (!lower(taken, lacks, now)) raise(better, lacks + MARGIN, now);
    }

    /** The CPUs that {@code cpu} shares the widest domain with in which {@code other} is not; null where there is none. */
    private long @Nullable [] group(int cpu, int other) {
        if (clusterLevel && machine.inCluster(cpu) && !CpuMask.has(machine.clusterSpan(cpu), other))
            return machine.clusterSpan(cpu);
        long[] core = CpuMask.empty(machine.cpus());
        for (int sibling : machine.siblings(cpu)) CpuMask.set(core, sibling);
        if (!CpuMask.has(core, other)) return core;
        if (cpu == other) return null;
        long[] alone = CpuMask.empty(machine.cpus());
        CpuMask.set(alone, cpu);
        return alone;
    }

    private static int count(long[] group, long[] idle) {
        int n = 0;
        for (int cpu = CpuMask.next(group, 0); cpu >= 0; cpu = CpuMask.next(group, cpu + 1))
            if (CpuMask.has(idle, cpu)) n++;
        return n;
    }

    private static long sum(long[] group, long[] util) {
        long sum = 0;
        for (int cpu = CpuMask.next(group, 0); cpu >= 0; cpu = CpuMask.next(group, cpu + 1)) sum += util[cpu];
        return sum;
    }

    /** Takes {@code by} from what the CPUs of {@code group} were given; whether they had as much. */
    private boolean lower(long[] group, long by, long now) {
        double given = 0;
        for (int cpu = CpuMask.next(group, 0); cpu >= 0; cpu = CpuMask.next(group, cpu + 1)) given += faded(cpu, now);
        if (given < by) return false;
        double kept = 1 - by / given;
        for (int cpu = CpuMask.next(group, 0); cpu >= 0; cpu = CpuMask.next(group, cpu + 1)) offset[cpu] *= kept;
        return true;
    }

    private void raise(long[] group, long by, long now) {
        double each = Math.ceil((double) by / CpuMask.weight(group));
        for (int cpu = CpuMask.next(group, 0); cpu >= 0; cpu = CpuMask.next(group, cpu + 1))
            offset[cpu] = faded(cpu, now) + each;
    }

    private double faded(int cpu, long now) {
        long dt = now - stampNs[cpu];
        if (dt > 0) {
            if (offset[cpu] != 0) offset[cpu] *= Math.exp(DECAY_PER_NS * dt);
            stampNs[cpu] = now;
        }
        return offset[cpu];
    }
}
