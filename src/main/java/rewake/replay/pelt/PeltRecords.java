package rewake.replay.pelt;

import java.util.Arrays;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.PeltField;

/**
 * Recorded averages that wait for the operation that they belong to, as rows of a ring that grows with what waits. Averages are
 * the kernel's own numbers; what was not recorded is {@link #ABSENT}.
 */
public final class PeltRecords {
    /** A value that the recording does not have. */
    public static final long ABSENT = Long.MIN_VALUE;

    /** Whose averages they are. */
    public enum Of {
        /** A task's entity. */
        TASK,
        /** The entity of a group on one CPU. */
        GROUP,
        /** The run queue of a group on one CPU. */
        QUEUE
    }

    private static final Of[] OF = Of.values();
    private static final int CFS = EventKind.PELT_CFS.ordinal();
    private static final PeltField[] FIELDS = {
        PeltField.LOAD,
        PeltField.RUNNABLE,
        PeltField.UTIL,
        PeltField.UPDATE_TIME,
        PeltField.WEIGHT,
        PeltField.CONTRIB,
        PeltField.TG_LOAD,
        PeltField.LAST_TG_UPDATE
    };

    private int size;
    private int[] of = new int[64];
    private int[] cpu = new int[64];
    private int[] who = new int[64];
    private long[] timeNs = new long[64];
    private long[][] values = new long[FIELDS.length][64];
    private int[] free = new int[64];
    private int freed;

    /** Notes a row; {@code itsTask} is −1 where it is not a task's, {@code group} −1 where unknown. */
    int add(EventBatch batch, int row, int itsTask, int group) {
        int at = freed > 0 ? free[--freed] : size++;
        if (at == of.length) grow();
        Of whose = batch.kind(row) == CFS ? Of.QUEUE : itsTask >= 0 ? Of.TASK : Of.GROUP;
        of[at] = whose.ordinal();
        cpu[at] = (int) batch.pelt(row, PeltField.CPU);
        who[at] = whose == Of.TASK ? itsTask : group;
        timeNs[at] = batch.timeNs(row);
        for (int i = 0; i < FIELDS.length; i++)
            values[i][at] = batch.hasPelt(row, FIELDS[i]) ? batch.pelt(row, FIELDS[i]) : ABSENT;
        return at;
    }

    void free(int at) {
        free[freed++] = at;
    }

    /** Whether two rows are of the same average. */
    boolean same(int a, int b) {
        return of[a] == of[b] && who[a] == who[b] && cpu[a] == cpu[b];
    }

    /** Whose averages row {@code at} has. */
    public Of of(int at) {
        return OF[of[at]];
    }

    /** The CPU of the run queue. */
    public int cpu(int at) {
        return cpu[at];
    }

    /** The task, or the number of the group; −1 where the group is not known. */
    public int who(int at) {
        return who[at];
    }

    /** When it was recorded, ns. */
    public long timeNs(int at) {
        return timeNs[at];
    }

    /** {@code avg.load_avg}. */
    public long load(int at) {
        return values[0][at];
    }

    /** {@code avg.runnable_avg}. */
    public long runnable(int at) {
        return values[1][at];
    }

    /** {@code avg.util_avg}. */
    public long util(int at) {
        return values[2][at];
    }

    /** {@code avg.last_update_time}, ns of the PELT clock. */
    public long updatedNs(int at) {
        return values[3][at];
    }

    /** {@code load.weight}, 1024 at nice 0 or 1024 times that. */
    public long weight(int at) {
        return values[4][at];
    }

    /** {@code tg_load_avg_contrib}. */
    public long contrib(int at) {
        return values[5][at];
    }

    /** {@code tg->load_avg}. */
    public long tgLoad(int at) {
        return values[6][at];
    }

    /** {@code last_update_tg_load_avg}, ns. */
    public long lastWriteNs(int at) {
        return values[7][at];
    }

    private void grow() {
        int n = of.length * 2;
        of = Arrays.copyOf(of, n);
        cpu = Arrays.copyOf(cpu, n);
        who = Arrays.copyOf(who, n);
        timeNs = Arrays.copyOf(timeNs, n);
        free = Arrays.copyOf(free, n);
        for (int i = 0; i < values.length; i++) values[i] = Arrays.copyOf(values[i], n);
    }
}
