package rewake.kernel;

import org.jspecify.annotations.Nullable;

/**
 * {@code find_idlest_group()} of 5.5 and later: the groups of a domain are sorted into has-spare, fully busy and overloaded; the
 * idlest other group is held against the local one, and staying is preferred.
 */
final class IdlestGroup {
    private static final int HAS_SPARE = 0;
    private static final int FULLY_BUSY = 1;
    private static final int OVERLOADED = 2;
    private static final int CAPACITY = 1024;
    /** The load of one task at nice 0. */
    private static final int NICE_0_LOAD = 1024;
    /** {@code NUMA_IMBALANCE_MIN}. */
    private static final int CLOSE = 2;

    private final SchedState s;
    private final Domains domains;
    private final KernelModel kernel;

    IdlestGroup(SchedState s, Domains domains, KernelModel kernel) {
        this.s = s;
        this.domains = domains;
        this.kernel = kernel;
    }

    /** A group's sums: {@code struct sg_lb_stats} as far as a fork reads it. */
    private record Stats(int type, int nr, int idle, long util, long avgLoad) {
        /** {@code update_pick_idlest()}: strictly better, so of equals the first stays. */
        boolean idlerThan(Stats other) {
            if (type != other.type) return type < other.type;
            if (type != HAS_SPARE) return avgLoad < other.avgLoad;
            return idle != other.idle ? idle > other.idle : util < other.util;
        }
    }

    /** The group of CPUs to go to, or null: stay in the group of {@code cpu}. */
    long @Nullable [] find(int level, int cpu) {
        long[] idlest = null;
        Stats idlestStats = null;
        Stats local = null;
        // Groups come in the order of their first CPU, from this CPU on and round; one that overlaps may be local as
        // well.
        int cpus = s.machine().cpus();
        long[] covered = CpuMask.empty(cpus);
        for (int i = 0; i < cpus; i++) {
            int c = (cpu + i) % cpus;
            if (!domains.together(level, cpu, c) || CpuMask.has(covered, c)) continue;
            long[] group = domains.group(level, cpu, c);
            for (int word = 0; word < covered.length; word++) covered[word] |= group[word];
            if (CpuMask.nextOfBoth(group, s.allowedMask(), 0) < 0) continue;
            Stats stats = stats(level, group);
            if (CpuMask.has(group, cpu)) local = stats;
            else if (idlestStats == null || stats.idlerThan(idlestStats)) {
                idlestStats = stats;
                idlest = group;
            }
        }
        if (idlestStats == null || (local != null && stays(level, cpu, local, idlestStats))) return null;
        return idlest;
    }

    private boolean stays(int level, int cpu, Stats local, Stats idlest) {
        if (local.type != idlest.type) return local.type < idlest.type;
        boolean numa = level > Domains.NODE;
        if (local.type == HAS_SPARE)
            return (numa && staysInNode(level, cpu, local, idlest)) || local.idle >= idlest.idle;
        int pct = pct(level);
        long imbalance = NICE_0_LOAD * (pct - 100L) / 100;
        if (numa && idlest.avgLoad + imbalance >= local.avgLoad) return true;
        return idlest.avgLoad >= local.avgLoad + imbalance || 100 * local.avgLoad <= pct * idlest.avgLoad;
    }

    private boolean staysInNode(int level, int cpu, Stats local, Stats idlest) {
        ForkNuma rule = kernel.slowPath().numa();
        return switch (rule) {
            case LOCAL_HAS_IDLE -> local.idle > 0;
            case QUARTER -> local.nr < domains.weight(level, cpu) / 4;
            case LLC_COUNT -> local.nr + 1 <= rule.allowed(domains, level, cpu);
            case LLC_COUNT_IF_CLOSE ->
                local.nr + 1 <= Math.min(rule.allowed(domains, level, cpu), allowedHere(level, cpu))
                        && Math.abs(local.idle - idlest.idle) <= CLOSE;
        };
    }

    /** How many CPUs of the local group the task may use; no bound for one that may use all. */
    private int allowedHere(int level, int cpu) {
        if (CpuMask.weight(s.allowedMask()) == s.machine().cpus()) return Integer.MAX_VALUE;
        long[] group = domains.group(level, cpu, cpu);
        int n = 0;
        for (int c = CpuMask.next(group, 0); c >= 0; c = CpuMask.next(group, c + 1)) if (s.allowed(c)) n++;
        return n;
    }

    private Stats stats(int level, long[] group) {
        long load = 0;
        long util = 0;
        long runnable = 0;
        int nr = 0;
        int idle = 0;
        for (int c = CpuMask.next(group, 0); c >= 0; c = CpuMask.next(group, c + 1)) {
            load += s.load(c);
            util += s.stats().util(c);
            runnable += Math.max(0, s.stats().runnable(c));
            nr += s.nrRunning(c);
            if (s.idle(c)) idle++;
        }
        int weight = CpuMask.weight(group);
        int type = type(nr, weight, util, runnable, pct(level));
        long avgLoad = type == HAS_SPARE ? 0 : load * CAPACITY / ((long) CAPACITY * weight);
        return new Stats(type, nr, idle, util, avgLoad);
    }

    /** {@code group_is_overloaded()} and {@code group_has_capacity()}. */
    private static int type(int nr, int weight, long util, long runnable, int pct) {
        long capacity = (long) CAPACITY * weight;
        boolean waiting = capacity * pct < runnable * 100;
        if (nr > weight && (waiting || capacity * 100 < util * pct)) return OVERLOADED;
        if (nr < weight) return HAS_SPARE;
        return !waiting && capacity * 100 > util * pct ? HAS_SPARE : FULLY_BUSY;
    }

    /** {@code imbalance_pct} of the domain. */
    private int pct(int level) {
        if (level == 1) return 110;
        return level <= Domains.LLC ? 117 : kernel.wakeAffine().farImbalancePct();
    }
}
