package rewake.kernel;

/**
 * When a fork or exec stays in its node although another node has more idle CPUs: the rule that changed most in
 * {@code find_idlest_group()}.
 */
public enum ForkNuma {
    /** 5.5 to 5.10: while the node has an idle CPU. */
    LOCAL_HAS_IDLE,
    /** 5.11 to 5.17: while fewer tasks run in the node than a quarter of the CPUs of both (commit 23e6082a522e). */
    QUARTER,
    /**
     * 5.18 and 5.19: while the task would not make more than {@code imb_numa_nr}, which is the number of LLCs in a node, or for
     * a single one a quarter of the node's CPUs (commit e496132ebedd).
     */
    LLC_COUNT,
    /**
     * 6.0 and later: the same with an eighth, at least 1, if besides the nodes differ by at most two idle CPUs; and not more
     * than the task may use there (commits cb29a5c19d2d, 026b98a93bbd, f5b2eeb49991).
     */
    LLC_COUNT_IF_CLOSE;

    /** {@code imb_numa_nr} of the domain of {@code cpu} at {@code level}. */
    int allowed(Domains domains, int level, int cpu) {
        return this == LLC_COUNT ? domains.imbNumaNr(level, cpu, 2, 0) : domains.imbNumaNr(level, cpu, 3, 1);
    }
}
