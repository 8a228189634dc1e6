package rewake.kernel.pelt;

import org.jspecify.annotations.Nullable;

/**
 * What differs between kernels in load tracking.
 *
 * @param childByUnscaledWeight a child's utilisation is estimated from its plain weight (v6.10), not from 1024 times that,
 *     which let the upper limit decide in practice
 * @param oneUtilEst {@code util_est} is one value (v6.8), not {@code enqueued} and {@code ewma}
 * @param keepsEmptyGroups the weight of a group's entity is left alone where the group has nothing queued on the CPU, and
 *     where it would not change (v6.12 with the fixes of its stable branch)
 * @param delaysDequeue a sleeper without lag to spare stays queued (v6.12)
 * @param tg when the loads of task groups are written and read
 */
public record PeltRules(
        boolean childByUnscaledWeight,
        boolean oneUtilEst,
        boolean keepsEmptyGroups,
        boolean delaysDequeue,
        TgRules tg) {
    private static final long CAPACITY = 1024;

    /** v5.13 to v6.6: {@code enqueued} and {@code ewma}, children by scaled weight. */
    public static final PeltRules V6_1 = new PeltRules(false, false, false, false, TgRules.BASE);
    /** 6.12.y. */
    public static final PeltRules V6_12 = new PeltRules(true, true, true, true, TgRules.of(6012));

    /** The rules of a kernel release ({@code 6.1.176-rt}); of one that is not told, those of v6.1. */
    public static PeltRules of(@Nullable String release) {
        int version = release == null ? 0 : version(release);
        return new PeltRules(version >= 6010, version >= 6008, version >= 6012, version >= 6012, TgRules.of(version));
    }

    /** The same with other rules for task groups. */
    public PeltRules withTg(TgRules value) {
        return new PeltRules(childByUnscaledWeight, oneUtilEst, keepsEmptyGroups, delaysDequeue, value);
    }

    /** A child's first {@code util_avg} on a run queue with these averages: {@code post_init_entity_util_avg()}. */
    long spareUtil(long queueUtil, long queueLoad, long itsWeight) {
        long limit = (CAPACITY - queueUtil) / 2;
        if (limit <= 0) return 0;
        if (queueUtil == 0) return limit;
        long scaled = childByUnscaledWeight ? itsWeight : itsWeight << 10;
        return Math.min(limit, queueUtil * scaled / (queueLoad + 1));
    }

    /** 6012 for {@code 6.12.3}; 0 where there is no such number. */
    private static int version(String release) {
        int[] numbers = new int[2];
        int part = 0;
        for (int i = 0; i < release.length() && part < 2; i++) {
            char c = release.charAt(i);
            if (c == '.') part++;
            else if (c < '0' || c > '9') break;
            else numbers[part] = Math.min(999, numbers[part] * 10 + c - '0');
        }
        return numbers[0] * 1000 + numbers[1];
    }
}
