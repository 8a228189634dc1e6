package rewake.kernel.pelt;

/**
 * When run queues write to the load of their task group ({@code tg->load_avg}), and when it is read: what the variants of the
 * thread on its cost differ in. Threshold and rate limit can be combined with all others.
 *
 * @param calls after which changes {@code update_tg_load_avg()} is called
 * @param threshold a change is written where it is more than this part of what was written last: 64 or 16
 * @param limit how often a run queue may write
 * @param delaysRemoval load of tasks that left for another CPU is taken off at once, but neither told to the group nor passed
 *     to the levels above until something else is
 * @param reads when {@code update_cfs_group()} is called on enqueue and dequeue
 * @param counters how {@code tg->load_avg} is stored: changes what an access costs, no number
 * @param clearsOffline a CPU that goes offline takes its load out of all groups, and writes no more
 * @param keepsContributing a run queue whose group's load still contains it is updated until that is no longer so
 */
public record TgRules(
        Calls calls,
        int threshold,
        Limit limit,
        boolean delaysRemoval,
        Reads reads,
        Counters counters,
        boolean clearsOffline,
        boolean keepsContributing) {
    /** Kernels to v6.6. */
    public static final TgRules BASE =
            new TgRules(Calls.EVERY_CHANGE, 64, Limit.NONE, false, Reads.ALWAYS, Counters.ONE, false, false);

    /** After which changes of a run queue the group is told; always on a direct call, as for blocked load. */
    public enum Calls {
        /** Attach, detach, a period, removed load, load propagated from below. */
        EVERY_CHANGE,
        /** A period alone, unless the call attached or detached something; {@code cpufreq} is told of nothing else either. */
        PERIOD_V1,
        /** The same, but {@code cpufreq} is told of propagated load. */
        PERIOD_V2,
        /** A period or removed load, unless the call attached or detached something. */
        PERIOD_OR_REMOVAL
    }

    /** How often a run queue may write. */
    public enum Limit {
        /** Whenever the change is large enough. */
        NONE,
        /** More than 1 ms of its PELT clock after it last did. */
        PELT_CLOCK,
        /** 1 ms of {@code sched_clock_cpu()} or more after it last did. */
        SCHED_CLOCK
    }

    /** When a group's entity gets its part of the shares anew; the tick always gives it. */
    public enum Reads {
        /** On each level of each enqueue and dequeue. */
        ALWAYS,
        /** Not where the entity leaves its queue, nor where it joins an empty one. */
        SKIPS,
        /** The same, and not on dequeue at all. */
        SKIPS_DEQUEUE,
        /** Neither on enqueue nor on dequeue. */
        TICK
    }

    /** How {@code tg->load_avg} is stored. */
    public enum Counters {
        /** One counter. */
        ONE,
        /** One a node, of the CPU that writes; readers walk a bitmap of 1024 possible nodes. */
        PER_NODE,
        /** The same; readers walk no more bits than there are nodes. */
        PER_NODE_MASKED
    }

    /** Changes after which changes the group is told. */
    public TgRules withCalls(Calls value) {
        return new TgRules(value, threshold, limit, delaysRemoval, reads, counters, clearsOffline, keepsContributing);
    }

    /** Changes the threshold. */
    public TgRules withThreshold(int value) {
        return new TgRules(calls, value, limit, delaysRemoval, reads, counters, clearsOffline, keepsContributing);
    }

    /** Changes the rate limit. */
    public TgRules withLimit(Limit value) {
        return new TgRules(calls, threshold, value, delaysRemoval, reads, counters, clearsOffline, keepsContributing);
    }

    /** Changes whether removed load waits. */
    public TgRules withDelaysRemoval(boolean value) {
        return new TgRules(calls, threshold, limit, value, reads, counters, clearsOffline, keepsContributing);
    }

    /** Changes when shares are worked out anew. */
    public TgRules withReads(Reads value) {
        return new TgRules(calls, threshold, limit, delaysRemoval, value, counters, clearsOffline, keepsContributing);
    }

    /** Changes how the load is stored. */
    public TgRules withCounters(Counters value) {
        return new TgRules(calls, threshold, limit, delaysRemoval, reads, value, clearsOffline, keepsContributing);
    }

    /** Changes what a CPU does that goes offline. */
    public TgRules withClearsOffline(boolean value) {
        return new TgRules(calls, threshold, limit, delaysRemoval, reads, counters, value, keepsContributing);
    }

    /** Changes how long a run queue is updated. */
    public TgRules withKeepsContributing(boolean value) {
        return new TgRules(calls, threshold, limit, delaysRemoval, reads, counters, clearsOffline, value);
    }

    /** Whether a given load of a run queue is written under both rules or under neither. */
    public boolean writesLike(TgRules other) {
        return calls == other.calls && threshold == other.threshold && limit == other.limit;
    }

    /** The rules that give the same loads; two with the same need to be computed once. */
    TgRules arithmetic() {
        TgRules one = withCounters(Counters.ONE);
        return calls == Calls.PERIOD_V1 ? one.withCalls(Calls.PERIOD_V2) : one;
    }

    /**
     * The rules that make the same of everything but a CPU that goes offline, a run queue that is gone while its group's load
     * contains it, and, where shares are not always read, of a queue with more than one entity.
     */
    TgRules alike() {
        TgRules one = withClearsOffline(false).withKeepsContributing(false);
        return reads == Reads.ALWAYS ? one : one.withReads(Reads.TICK);
    }

    /** Whether removed load counts as a change of its queue. */
    boolean removalChanges() {
        return !delaysRemoval && (calls == Calls.EVERY_CHANGE || calls == Calls.PERIOD_OR_REMOVAL);
    }

    /** Whether a call is made where nothing was attached or detached. */
    boolean calls(boolean changed, boolean propagated) {
        return changed || (propagated && calls == Calls.EVERY_CHANGE);
    }

    /** Whether {@code cpufreq} is told where load was propagated and nothing else changed. */
    boolean hooksPropagated() {
        return calls != Calls.PERIOD_V1;
    }

    /** The rules of a kernel version, 6012 for 6.12; 6.12.y with the fixes of its stable branch. */
    static TgRules of(int version) {
        return BASE.withLimit(version >= 6007 ? Limit.SCHED_CLOCK : Limit.NONE)
                .withClearsOffline(version >= 6008)
                .withKeepsContributing(version == 6012 || version >= 6019);
    }
}
