package rewake.kernel;

/** By which test a wake-up found its CPU; the names are those of the machine output. */
public enum Path {
    /** The target of wake_affine is idle. */
    TARGET_IDLE,
    /** The previous CPU is idle and near enough (or was kept as candidate). */
    PREV_IDLE,
    /** A per-CPU kernel thread woke it: stacked on purpose. */
    KTHREAD_STACK,
    /** recent_used_cpu is idle. */
    RECENT_USED,
    /** An idle sibling of prev (or of the target in old kernels). */
    SMT_SIBLING,
    /** A fully idle core. */
    IDLE_CORE,
    /** An idle CPU in the target's cluster. */
    CLUSTER_SCAN,
    /** An idle CPU in the target's LLC. */
    LLC_SCAN,
    /** Nothing idle was found: the target. */
    NO_IDLE,
    /** Not the fast path, or a CPU that the affinity mask forced. */
    SLOW_PATH;

    private static final Path[] ALL = values();

    /** The path with this ordinal. */
    public static Path of(int ordinal) {
        return ALL[ordinal];
    }

    /** The stable lower-case name in machine output. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
