package rewake.kernel;

/**
 * The fast path of {@code select_task_rq_fair()}, which ordinary wake-ups take, and the affinity check behind it.
 *
 * <p>Source: {@code select_task_rq()}, {@code select_task_rq_fair()}, {@code select_idle_sibling()}.
 */
final class FastPath {
    private FastPath() {}

    static long selectTaskRq(KernelModel kernel, SchedState s) {
        WakeAffine affine = kernel.wakeAffine();
        boolean wanted = affine.wanted(s);
        int target = wanted && s.thisCpu() != s.prev() ? affine.choose(s) : s.prev();
        s.tell(Question.TARGET, target, Outcome.YES, 0);
        long placement = selectIdleSibling(kernel, s, target);
        if (wanted && kernel.earlyTests().recent() == RecentRule.ON_HIT) placement |= Placement.WAKER_RECENT_IS_THIS;
        return s.allowed(Placement.cpu(placement)) ? placement : mended(placement, s);
    }

    static long selectIdleSibling(KernelModel kernel, SchedState s, int target) {
        s.hideSchedIdle(kernel.skipsSchedIdle());
        Scan scan = s.scan().begin(target);
        int cpu = kernel.earlyTests().find(scan);
        // A CPU alone in its LLC has no LLC domain: there is nothing to search.
        if (cpu == Scan.NONE && s.machine().llcWeight(target) > 1)
            cpu = kernel.idleSearch().find(scan, kernel.scanLimit());
        // What was kept is not tested again: it may have been taken meanwhile, the kernel does not look.
        if (cpu == Scan.NONE && scan.prevCandidate != Scan.NONE) {
            cpu = scan.found(scan.prevCandidate, Path.PREV_IDLE);
            s.tell(Question.PREV_IDLE, cpu, Outcome.TAKEN, Steps.RESERVE);
        }
        if (cpu == Scan.NONE && scan.recentCandidate != Scan.NONE) {
            cpu = scan.found(scan.recentCandidate, Path.RECENT_USED);
            s.tell(Question.RECENT_USED, cpu, Outcome.TAKEN, Steps.RESERVE);
        }
        if (cpu == Scan.NONE) s.tell(Question.NO_IDLE, target, Outcome.TAKEN, 0);
        return scan.placement(cpu);
    }

    /** {@code select_fallback_rq()}: the lowest allowed CPU of prev's node, or of all; idle or not. */
    static long mended(long placement, SchedState s) {
        int[] node = s.machine().topology().node();
        long[] allowed = s.allowedMask();
        int cpu = CpuMask.next(allowed, 0);
        if (cpu < 0) throw new IllegalStateException("task " + s.wakee() + " may use no CPU at all");
        for (int c = cpu; c >= 0; c = CpuMask.next(allowed, c + 1))
            if (node[c] == node[s.prev()]) return movedTo(c, placement, s);
        return movedTo(cpu, placement, s);
    }

    private static long movedTo(int cpu, long placement, SchedState s) {
        s.tell(Question.AFFINITY, cpu, Outcome.TAKEN, 0);
        return Placement.moved(placement, cpu, Path.SLOW_PATH);
    }
}
