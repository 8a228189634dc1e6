package rewake.kernel;

/**
 * Load weights of fair tasks: 1024 at nice 0, about 1.25 a step, 3 for SCHED_IDLE.
 *
 * <p>Source: {@code sched_prio_to_weight} and {@code WEIGHT_IDLEPRIO}, kernel/sched.
 */
public final class Weights {
    /** Weight at nice 0. */
    public static final int NICE_0 = 1024;
    /** Weight of a SCHED_IDLE task. */
    public static final int SCHED_IDLE = 3;

    private static final int[] BY_NICE = {
        88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916,
        9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277,
        1024, 820, 655, 526, 423, 335, 272, 215, 172, 137,
        110, 87, 70, 56, 45, 36, 29, 23, 18, 15
    };

    private Weights() {}

    /** Weight of a task with this kernel priority (100 is nice −20, 139 nice 19); others count as nice 0. */
    public static int ofPrio(int prio) {
        return prio >= 100 && prio < 140 ? BY_NICE[prio - 100] : NICE_0;
    }
}
