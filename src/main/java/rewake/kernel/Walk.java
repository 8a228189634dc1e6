package rewake.kernel;

/**
 * One walk over CPUs in wrap order, as {@code for_each_cpu_wrap()} goes: from a start upwards, then from 0 to the start.
 * The set is read live, so a core that was ruled out is not visited again. Source:
 * {@code for_each_cpu_wrap()}, {@code select_idle_core()}, {@code __select_idle_cpu()}.
 */
final class Walk {
    /** The scan limit ended the walk: nothing further may be looked at. */
    static final int STOPPED = -2;

    private Walk() {}

    /** {@code wrap(set ∩ mask)} looking for an idle CPU; the CPU, {@link Scan#NONE}, or {@link #STOPPED}. */
    static int forCpu(Scan scan, long[] set, int from, SchedIdleRule rule) {
        int cpu = upTo(scan, set, from, Integer.MAX_VALUE, rule);
        return cpu == Scan.NONE ? upTo(scan, set, 0, from, rule) : cpu;
    }

    private static int upTo(Scan scan, long[] set, int from, int end, SchedIdleRule rule) {
        int cpu = CpuMask.nextOfBoth(set, scan.mask, from);
        while (cpu >= 0 && cpu < end) {
            if (scan.outOfBudget()) return outOfBudget(scan, cpu);
            // Only a walk of 5.5 and before meets CPUs that the wakee may not use; the probe is spent by then.
            if (scan.state.allowed(cpu)) {
                boolean taken = scan.lookIdle(cpu) || (rule == SchedIdleRule.CONSISTENT && scan.state.schedIdle(cpu));
                scan.state.tellLook(scan.asks, cpu, Outcome.taken(taken));
                if (taken) return cpu;
                if (rule == SchedIdleRule.IDLE_PREFERRED && scan.second == Scan.NONE && scan.state.schedIdle(cpu))
                    scan.second = cpu;
            }
            cpu = CpuMask.nextOfBoth(set, scan.mask, cpu + 1);
        }
        return Scan.NONE;
    }

    /** The limit ends the walk before {@code cpu} is looked at. */
    private static int outOfBudget(Scan scan, int cpu) {
        scan.state.tell(Question.SCAN_LIMIT, cpu, Outcome.PASSED_OVER, 0);
        if (scan.second == Scan.NONE) return STOPPED;
        scan.state.tell(scan.asks, scan.second, Outcome.TAKEN, Steps.RESERVE);
        return scan.second;
    }

    /**
     * {@code wrap(set ∩ mask)} looking for an idle core; the CPU of it that was met first, or {@link Scan#NONE}. With
     * {@code fallback} the first usable sibling of the first core that has one is left in {@link Scan#second}.
     */
    static int forCore(Scan scan, long[] set, int from, boolean fallback, SchedIdleRule rule) {
        int cpu = coreUpTo(scan, set, from, Integer.MAX_VALUE, fallback, rule);
        return cpu == Scan.NONE ? coreUpTo(scan, set, 0, from, fallback, rule) : cpu;
    }

    private static int coreUpTo(Scan scan, long[] set, int from, int end, boolean fallback, SchedIdleRule rule) {
        int cpu = CpuMask.nextOfBoth(set, scan.mask, from);
        while (cpu >= 0 && cpu < end) {
            int[] siblings = scan.machine.siblings(cpu);
            boolean idle = coreIdle(scan, siblings, fallback, rule);
            if (scan.state.isHeard())
                scan.state.tell(
                        Question.IDLE_CORE, cpu, Outcome.taken(idle), idle ? Scan.NONE : busyOf(scan, siblings));
            if (idle) return cpu;
            scan.without(siblings);
            cpu = CpuMask.nextOfBoth(set, scan.mask, cpu + 1);
        }
        return Scan.NONE;
    }

    private static int busyOf(Scan scan, int[] siblings) {
        for (int cpu : siblings) if (!scan.state.idle(cpu)) return cpu;
        return Scan.NONE;
    }

    /** Whether all siblings are idle, the wakee's to use or not; once that is settled, looks on only for a fallback. */
    private static boolean coreIdle(Scan scan, int[] siblings, boolean fallback, SchedIdleRule rule) {
        boolean allIdle = true;
        for (int cpu : siblings) {
            boolean mayKeep = fallback && scan.second == Scan.NONE && scan.state.allowed(cpu);
            if (scan.lookIdle(cpu)) {
                if (mayKeep) scan.second = cpu;
                continue;
            }
            allIdle = false;
            if (!fallback || scan.second != Scan.NONE) break;
            if (mayKeep && rule == SchedIdleRule.CONSISTENT && scan.state.schedIdle(cpu)) {
                scan.second = cpu;
                break;
            }
        }
        return allIdle;
    }
}
