package rewake.kernel;

/**
 * A placement decision packed in a long, so that policies are pure and allocate nothing: the CPU, the path that found it,
 * how many CPUs were looked at, what wake_affine chose, and the side effects that the kernel would have had. The caller
 * applies those with {@link #apply} once it follows the decision.
 *
 * <p>Bits: 0–15 cpu, 16–31 target, 32–47 scanned, 48–51 path, 52–58 effect and property flags.
 */
public final class Placement {
    /** Effect: {@code recent_used_cpu} of the wakee becomes its prev. */
    public static final long RECENT_IS_PREV = 1L << 52;
    /** Effect: {@code recent_used_cpu} of the <em>waker</em> becomes its CPU (5.14 and before). */
    public static final long WAKER_RECENT_IS_THIS = 1L << 53;
    /** Effect: has_idle_cores of the target's LLC is cleared. */
    public static final long CLEARS_TARGET_FLAG = 1L << 54;
    /** Effect: has_idle_cores of the waker's LLC is cleared (5.12.0). */
    public static final long CLEARS_WAKER_FLAG = 1L << 55;
    /** {@code select_idle_cpu()}, or the passes before 5.12, was entered: neither an early test nor a sibling of prev ended the search. */
    public static final long SEARCHED = 1L << 56;
    /** The search stopped because its limit ran out. */
    public static final long LIMIT_HIT = 1L << 57;
    /** The scan's time enters avg_scan_cost of the waker's CPU. */
    public static final long COST_COUNTS = 1L << 58;

    private Placement() {}

    /** Packs a decision without effects. */
    public static long of(int cpu, Path path, int target, int scanned) {
        return cpu | ((long) target << 16) | ((long) Math.min(scanned, 0xFFFF) << 32) | ((long) path.ordinal() << 48);
    }

    /** The chosen CPU. */
    public static int cpu(long placement) {
        return (int) (placement & 0xFFFF);
    }

    /** What wake_affine chose: the waker's CPU or prev. */
    public static int target(long placement) {
        return (int) (placement >>> 16) & 0xFFFF;
    }

    /** The same decision with its effects, but another CPU found by another test. */
    static long moved(long placement, int cpu, Path path) {
        long kept = placement & ~(0xFFFFL | (0xFL << 48));
        return kept | cpu | ((long) path.ordinal() << 48);
    }

    /** How many CPUs the passes for an idle core and an idle CPU looked at; early tests and siblings are not counted. */
    public static int scanned(long placement) {
        return (int) (placement >>> 32) & 0xFFFF;
    }

    /** Which test found it. */
    public static Path path(long placement) {
        return Path.of((int) (placement >>> 48) & 0xF);
    }

    /** Whether an effect or property bit is set. */
    public static boolean is(long placement, long bit) {
        return (placement & bit) != 0;
    }

    /** Whether a test that reads nothing of {@link HiddenState} found it, before any search: target, prev, or stacking. */
    public static boolean endedEarly(long placement) {
        return switch (path(placement)) {
            case TARGET_IDLE, KTHREAD_STACK -> true;
            case PREV_IDLE -> !is(placement, SEARCHED); // else kept for want of a better one
            default -> false;
        };
    }

    /** Applies the side effects of {@code placement}, decided in {@code state}, to the hidden state. */
    public static void apply(long placement, SchedState state, HiddenState hidden) {
        if (is(placement, RECENT_IS_PREV)) hidden.recentUsed(state.wakee(), state.prev());
        if (is(placement, WAKER_RECENT_IS_THIS)) hidden.recentUsed(state.waker(), state.thisCpu());
        if (is(placement, CLEARS_TARGET_FLAG))
            hidden.hasIdleCores(state.machine().llc(target(placement)), false);
        if (is(placement, CLEARS_WAKER_FLAG))
            hidden.hasIdleCores(state.machine().llc(state.thisCpu()), false);
    }
}
