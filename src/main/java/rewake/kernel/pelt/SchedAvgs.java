package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * {@code struct sched_avg}, a row each: eight longs, one cache line. The sums grow with every unit of 1024 ns, the averages
 * are worked out anew only when a period boundary is crossed.
 *
 * <p>For an entity {@code load_sum} is plain runnable time and its weight comes in with {@code load_avg}; for a run queue it
 * is weighted already. {@code runnable_sum} and {@code util_sum} carry a factor 1024 in both. Averages are 0 to weight
 * (load), 0 to 1024 a task (runnable) and 0 to 1024 (util).
 *
 * <p>Source: {@code ___update_load_sum()}, {@code accumulate_sum()}, {@code ___update_load_avg()}, kernel/sched/pelt.c, as
 * they stand since v5.7.
 */
public final class SchedAvgs {
    /** {@code last_update_time}: ns of the PELT clock; 0 means not attached to any run queue. */
    static final int LUT = 0;

    static final int LOAD_SUM = 1;
    static final int RUNNABLE_SUM = 2;
    static final int UTIL_SUM = 3;
    /** Units of the period that is going on: 0 to 1023. */
    static final int PERIOD_CONTRIB = 4;

    static final int LOAD_AVG = 5;
    static final int RUNNABLE_AVG = 6;
    static final int UTIL_AVG = 7;

    private static final int SHIFT = 3;
    private static final int UNIT_SHIFT = 10;
    private static final int CAPACITY_SHIFT = 10;

    private long[] cells;

    /** {@code rows} averages, all zero. */
    public SchedAvgs(int rows) {
        cells = new long[rows << SHIFT];
    }

    /** The same averages, to go on by themselves. */
    SchedAvgs(SchedAvgs of) {
        cells = of.cells.clone();
    }

    /** Makes room for {@code row}. */
    void room(int row) {
        int needed = (row + 1) << SHIFT;
        if (needed > cells.length) cells = Arrays.copyOf(cells, Math.max(needed, cells.length * 2));
    }

    long get(int row, int field) {
        return cells[(row << SHIFT) + field];
    }

    void set(int row, int field, long value) {
        cells[(row << SHIFT) + field] = value;
    }

    void add(int row, int field, long value) {
        cells[(row << SHIFT) + field] += value;
    }

    /** Row {@code row} becomes what row {@code of} of {@code other} is. */
    void copy(int row, SchedAvgs other, int of) {
        System.arraycopy(other.cells, of << SHIFT, cells, row << SHIFT, 1 << SHIFT);
    }

    void clear(int row) {
        int at = row << SHIFT;
        Arrays.fill(cells, at, at + (1 << SHIFT), 0);
    }

    /** {@code get_pelt_divider()}: what a signal that was always 1 has summed up to. */
    long divider(int row) {
        return Decay.MIN_DIVIDER + get(row, PERIOD_CONTRIB);
    }

    /**
     * Brings the sums to {@code now}.
     *
     * @param load what {@code load_sum} grows by a unit: 0 or 1 for an entity, the queued weight for a run queue
     * @param runnable tasks that are runnable: counts only where {@code load} is not 0
     * @param running whether it ran: counts only where {@code load} is not 0
     * @return whether a period boundary was crossed, so that the averages are due
     */
    boolean updateSum(int row, long now, long load, long runnable, boolean running) {
        int at = row << SHIFT;
        long delta = now - cells[at + LUT];
        if (delta < 0) {
            cells[at + LUT] = now;
            return false;
        }
        delta >>= UNIT_SHIFT;
        if (delta == 0) return false;
        cells[at + LUT] += delta << UNIT_SHIFT;
        boolean counts = load != 0;
        return accumulate(at, delta, load, counts ? runnable : 0, counts && running);
    }

    private boolean accumulate(int at, long delta, long load, long runnable, boolean running) {
        long[] c = cells;
        long contrib = Decay.u32(delta);
        long into = delta + c[at + PERIOD_CONTRIB];
        long periods = into >> 10;
        if (periods > 0) {
            c[at + LOAD_SUM] = Decay.decay(c[at + LOAD_SUM], periods);
            c[at + RUNNABLE_SUM] = Decay.decay(c[at + RUNNABLE_SUM], periods);
            c[at + UTIL_SUM] = Decay.u32(Decay.decay(c[at + UTIL_SUM], periods));
            into &= Decay.PERIOD - 1;
            if (load != 0) contrib = Decay.segments(periods, Decay.PERIOD - c[at + PERIOD_CONTRIB], into);
        }
        c[at + PERIOD_CONTRIB] = into;
        c[at + LOAD_SUM] += load * contrib;
        c[at + RUNNABLE_SUM] += (runnable * contrib) << CAPACITY_SHIFT;
        if (running) c[at + UTIL_SUM] = Decay.u32(c[at + UTIL_SUM] + (contrib << CAPACITY_SHIFT));
        return periods > 0;
    }

    /** Works the averages out anew; {@code weight} is the entity's, or 1 for a run queue. */
    void updateAvg(int row, long weight) {
        int at = row << SHIFT;
        long divider = Decay.MIN_DIVIDER + cells[at + PERIOD_CONTRIB];
        cells[at + LOAD_AVG] = weight * cells[at + LOAD_SUM] / divider;
        cells[at + RUNNABLE_AVG] = cells[at + RUNNABLE_SUM] / divider;
        cells[at + UTIL_AVG] = cells[at + UTIL_SUM] / divider;
    }

    /**
     * {@code load_avg} of a run queue as an update at {@code now} would leave it, with {@code removed} taken off first; the
     * row stays as it is.
     */
    long agedLoad(int row, long now, long load, long removed) {
        long average = get(row, LOAD_AVG);
        long sum = get(row, LOAD_SUM);
        if (removed != 0) {
            average = Decay.subPositive(average, removed);
            sum = Decay.floored(Decay.subPositive(sum, removed * divider(row)), average);
        }
        long delta = (now - get(row, LUT)) >> UNIT_SHIFT;
        long into = delta + get(row, PERIOD_CONTRIB);
        long periods = into >> 10;
        if (delta <= 0 || periods == 0) return average;
        into &= Decay.PERIOD - 1;
        sum = Decay.decay(sum, periods);
        if (load != 0) sum += load * Decay.segments(periods, Decay.PERIOD - get(row, PERIOD_CONTRIB), into);
        return sum / (Decay.MIN_DIVIDER + into);
    }
}
