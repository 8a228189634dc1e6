package rewake.kernel;

/**
 * The tests before any search: target, prev, a per-CPU kernel thread's own CPU, the recently used CPU, in this order. An
 * idle CPU passes, and a sched-idle one. Target and prev are <em>not</em> tested for affinity: the caller mends that later.
 *
 * <p>Left out: asymmetric capacities. Source: {@code select_idle_sibling()}, 5.4 to 6.12.
 *
 * @param stack when a per-CPU kernel thread keeps its wakee on its own CPU
 * @param recent rule of {@code recent_used_cpu}
 * @param clusters prev and recent are taken at once only in the target's cluster, and kept as candidates elsewhere
 * @param schedIdle a CPU with only SCHED_IDLE tasks passes as an idle one does (5.4 and later)
 */
public record EarlyTests(StackRule stack, RecentRule recent, boolean clusters, boolean schedIdle) {
    /** Changes when a per-CPU kernel thread stacks. */
    public EarlyTests withStack(StackRule value) {
        return new EarlyTests(value, recent, clusters, schedIdle);
    }

    /** Changes the rule of {@code recent_used_cpu}. */
    public EarlyTests withRecent(RecentRule value) {
        return new EarlyTests(stack, value, clusters, schedIdle);
    }

    /** Changes whether clusters count. */
    public EarlyTests withClusters(boolean value) {
        return new EarlyTests(stack, recent, value, schedIdle);
    }

    /** Changes whether a sched-idle CPU passes. */
    public EarlyTests withSchedIdle(boolean value) {
        return new EarlyTests(stack, recent, clusters, value);
    }

    /** The CPU that passed, or {@link Scan#NONE} with the candidates in {@code scan}. */
    int find(Scan scan) {
        SchedState s = scan.state;
        int target = scan.target;
        int prev = s.prev();
        boolean targetUsable = usable(s, target);
        s.tellLook(Question.TARGET_IDLE, target, Outcome.taken(targetUsable));
        if (targetUsable) return scan.found(target, Path.TARGET_IDLE);
        if (prev != target && prevFits(scan, prev)) return scan.found(prev, Path.PREV_IDLE);
        if (stacks(s)) {
            s.tell(Question.KTHREAD_STACK, prev, Outcome.TAKEN, s.nrRunning(prev));
            return scan.found(prev, Path.KTHREAD_STACK);
        }
        return recentlyUsed(scan);
    }

    /** Whether prev is taken at once; in another cluster it is kept for later. */
    private boolean prevFits(Scan scan, int prev) {
        SchedState s = scan.state;
        if (!s.machine().shareLlc(prev, scan.target)) {
            s.tell(Question.PREV_IDLE, prev, Outcome.PASSED_OVER, Steps.OTHER_LLC);
            return false;
        }
        boolean usable = usable(s, prev);
        if (usable && !near(s.machine(), prev, scan.target)) {
            scan.prevCandidate = prev;
            s.tell(Question.PREV_IDLE, prev, Outcome.KEPT, Steps.OTHER_CLUSTER);
            return false;
        }
        s.tellLook(Question.PREV_IDLE, prev, Outcome.taken(usable));
        return usable;
    }

    /** A kernel thread bound to this CPU, alone on it, wakes a task that last ran here: work handed back, so stack it. */
    private boolean stacks(SchedState s) {
        return stack != StackRule.NEVER
                && s.wakerPerCpuKthread()
                && (s.inTask() || stack == StackRule.WHILE_CURRENT)
                && s.prev() == s.thisCpu()
                && s.nrRunning(s.thisCpu()) <= 1;
    }

    private boolean usable(SchedState s, int cpu) {
        return s.idle(cpu) || (schedIdle && s.schedIdle(cpu));
    }

    private int recentlyUsed(Scan scan) {
        SchedState s = scan.state;
        int cpu = s.hidden().recentUsed(s.wakee());
        if (recent != RecentRule.ON_HIT) scan.effect(Placement.RECENT_IS_PREV);
        if (cpu < 0 || cpu == s.prev() || cpu == scan.target) {
            s.tell(Question.RECENT_USED, cpu, Outcome.PASSED_OVER, Steps.ASKED_BEFORE);
            return Scan.NONE;
        }
        int guarded = recent == RecentRule.ALWAYS_TESTING_PREV ? s.prev() : cpu;
        if (!s.machine().shareLlc(cpu, scan.target)) {
            s.tell(Question.RECENT_USED, cpu, Outcome.PASSED_OVER, Steps.OTHER_LLC);
            return Scan.NONE;
        }
        if (!usable(s, cpu)) {
            s.tellLook(Question.RECENT_USED, cpu, Outcome.PASSED_OVER);
            return Scan.NONE;
        }
        if (!s.allowed(guarded)) {
            s.tell(Question.RECENT_USED, cpu, Outcome.PASSED_OVER, Steps.NOT_ALLOWED);
            return Scan.NONE;
        }
        scan.effect(Placement.RECENT_IS_PREV);
        if (near(s.machine(), cpu, scan.target)) {
            s.tellLook(Question.RECENT_USED, cpu, Outcome.TAKEN);
            return scan.found(cpu, Path.RECENT_USED);
        }
        scan.recentCandidate = cpu;
        s.tell(Question.RECENT_USED, cpu, Outcome.KEPT, Steps.OTHER_CLUSTER);
        return Scan.NONE;
    }

    private boolean near(Machine machine, int cpu, int target) {
        return !clusters || !machine.clusterActive() || machine.shareResources(cpu, target);
    }
}
