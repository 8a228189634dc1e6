package rewake.event;

/** How far apart two CPUs are, nearest first; the names are those of the machine output. */
public enum Distance {
    /** One and the same CPU. */
    SAME,
    /** Hardware threads of one core. */
    SMT,
    /** Cores that share an L2 wider than a core. */
    CLUSTER,
    /** CPUs under one last-level cache. */
    LLC,
    /** CPUs of one NUMA node under different last-level caches. */
    NODE,
    /** CPUs of different NUMA nodes. */
    REMOTE;

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
