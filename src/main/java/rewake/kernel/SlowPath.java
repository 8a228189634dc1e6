package rewake.kernel;

/**
 * Where forks and execs go: down the domains from the widest, at each to the idlest group, until the task is on a CPU
 * ({@code find_idlest_cpu()}). The form of 5.5 and later (commit 57abff067a08); the one before compared loads in another
 * way and is not modelled.
 *
 * <p>Left out: capacities that differ, asymmetric packing, groups marked as imbalanced by a balance that failed because of
 * affinity, exit latencies of idle states, NUMA's preferred node. Source: {@code find_idlest_group()}, {@code find_idlest_group_cpu()}, 5.9 to 6.12.
 *
 * @param modelled the kernel is 5.5 or later
 * @param numa when a task stays in its node
 * @param clusterLevel clusters are a domain level of their own (5.16 and later)
 */
public record SlowPath(boolean modelled, ForkNuma numa, boolean clusterLevel) {
    /** Changes whether this is the form of 5.5 and later. */
    public SlowPath withModelled(boolean value) {
        return new SlowPath(value, numa, clusterLevel);
    }

    /** Changes when a task stays in its node. */
    public SlowPath withNuma(ForkNuma value) {
        return new SlowPath(modelled, value, clusterLevel);
    }

    /** Changes whether clusters are a level. */
    public SlowPath withClusterLevel(boolean value) {
        return new SlowPath(modelled, numa, value);
    }

    long select(KernelModel kernel, SchedState s) {
        if (!modelled) throw new IllegalStateException("forks and execs of kernels before 5.5 are not modelled");
        s.hideSchedIdle(kernel.skipsSchedIdle());
        int cpu = s.prev();
        Domains domains = s.machine().domains(clusterLevel);
        int level = domains.highest(s.thisCpu());
        boolean reaches = level > 0 && CpuMask.nextOfBoth(domains.span(level, s.thisCpu()), s.allowedMask(), 0) >= 0;
        if (reaches) cpu = descend(kernel, s, domains, level);
        long placement = Placement.of(cpu, Path.SLOW_PATH, cpu, 0);
        return s.allowed(cpu) ? placement : FastPath.mended(placement, s);
    }

    private int descend(KernelModel kernel, SchedState s, Domains domains, int widest) {
        int cpu = s.thisCpu();
        int level = widest;
        var choice = new IdlestGroup(s, domains, kernel);
        while (level > 0) {
            long[] group = choice.find(level, cpu);
            int next = group == null ? cpu : idlestCpu(kernel.idleSearch().schedIdle(), s, group, cpu);
            // On a new CPU the walk goes on in that CPU's own domains, narrower than the one just searched.
            level = domains.narrower(next, domains.weight(level, cpu));
            cpu = next;
        }
        return cpu;
    }

    /**
     * {@code find_idlest_group_cpu()}: a CPU of {@code group}: sched-idle at once, else the one that went idle last, else the least
     * loaded.
     */
    static int idlestCpu(SchedIdleRule rule, SchedState s, long[] group, int cpu) {
        if (CpuMask.weight(group) == 1) return CpuMask.next(group, 0);
        int idle = Scan.NONE;
        int schedIdle = Scan.NONE;
        int least = cpu;
        long leastLoad = Long.MAX_VALUE;
        for (int c = CpuMask.next(group, 0); c >= 0; c = CpuMask.next(group, c + 1)) {
            if (!s.allowed(c)) continue;
            if (rule != SchedIdleRule.NEVER && s.schedIdle(c)) {
                if (rule == SchedIdleRule.CONSISTENT) return c;
                if (schedIdle == Scan.NONE) schedIdle = c;
            }
            if (s.idle(c)) {
                if (idle == Scan.NONE || s.stats().idleSince(c) > s.stats().idleSince(idle)) idle = c;
            } else if (s.load(c) < leastLoad) {
                leastLoad = s.load(c);
                least = c;
            }
        }
        if (idle != Scan.NONE) return idle;
        return schedIdle == Scan.NONE ? least : schedIdle;
    }
}
