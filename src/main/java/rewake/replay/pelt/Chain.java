package rewake.replay.pelt;

import java.util.Arrays;
import rewake.timeline.Tasks;

/** What one CPU has recorded of an operation that its last event does not end yet. */
final class Chain {
    static final long CLOSED = Long.MAX_VALUE;

    /** When the run-time statistic came that began it; {@link #CLOSED} where none is open. */
    long ranNs = CLOSED;

    int ranTask = Tasks.NONE;
    /** The run queue that the statistic is of. */
    int ranOn;

    long ranClock;
    /** The task whose wait ended: it is about to be picked, or moved. */
    int waitedTask = Tasks.NONE;

    long waitedNs;
    /** When the running task began to be taken off, to sleep. */
    long leftNs = CLOSED;

    /** When that was recorded. */
    long leftUntilNs;

    long leftClock;
    /** When the first was taken off that slept already. */
    long finishNs = CLOSED;
    /** Tasks that were taken off to be queued on {@link #attachTo}, which no event of theirs tells; the last goes first. */
    int[] detached = new int[8];

    int detachedCount;
    int attachTo;
    long attachNs = CLOSED;
    long attachClock;

    /** The task that is being queued: the statistic of its sleep came, its wake-up has not ended. */
    int queuedTask = Tasks.NONE;

    long queuedNs = CLOSED;
    long queuedClock;

    /** A sleeping task that it has just sent to another CPU. */
    int leavingTask = Tasks.NONE;

    int leavingTo;
    long leavingNs = CLOSED;

    /** Averages recorded meanwhile. */
    int[] records = new int[8];

    int recorded;
    long recordedNs = CLOSED;

    boolean isOpenOn(int cpu) {
        return ranNs != CLOSED && ranOn == cpu;
    }

    /** The running task was taken off {@code cpu}, and is put back. */
    void stays(int cpu) {
        if (leftNs == CLOSED) return;
        ranNs = leftNs;
        ranOn = cpu;
        ranClock = leftClock;
        leftNs = CLOSED;
    }

    void detach(int task, int to, long timeNs) {
        if (detachedCount == detached.length) detached = Arrays.copyOf(detached, detachedCount * 2);
        detached[detachedCount++] = task;
        attachTo = to;
        attachNs = timeNs;
        attachClock = timeNs;
    }

    void record(int at, long timeNs) {
        if (recorded == 0) recordedNs = timeNs;
        if (recorded == records.length) records = Arrays.copyOf(records, recorded * 2);
        records[recorded++] = at;
    }

    /** Hands on what was recorded of {@code cpu} from {@code start} until {@code untilNs}: by the operation that comes next. */
    void hand(OpQueue queue, PeltRecords of, boolean before, int cpu, int by, long start, long untilNs) {
        int kept = 0;
        for (int i = 0; i < recorded; i++) {
            int at = records[i];
            long time = of.timeNs(at);
            if (of.cpu(at) != cpu || time >= untilNs || time < start) records[kept++] = at;
            else if (isOutdone(of, before, i, untilNs)) of.free(at);
            else queue.add(Op.RECORDED, cpu, at, 0, by, start, time);
        }
        recorded = kept;
        recordedNs = kept == 0 ? CLOSED : of.timeNs(records[0]);
    }

    /** Hands on what was recorded by nothing that any other event tells. */
    void handRest(OpQueue queue, PeltRecords of, int by) {
        for (int i = 0; i < recorded; i++) {
            int at = records[i];
            queue.add(Op.RECORD, of.cpu(at), at, 0, by, of.timeNs(at), of.timeNs(at));
        }
        recorded = 0;
        recordedNs = CLOSED;
    }

    /** Whether the same average was recorded again later in the operation; or, where the state before counts, earlier. */
    private boolean isOutdone(PeltRecords of, boolean before, int i, long untilNs) {
        if (before) {
            for (int k = 0; k < i; k++) if (of.same(records[i], records[k])) return true;
            return false;
        }
        for (int k = i + 1; k < recorded; k++)
            if (of.timeNs(records[k]) < untilNs && of.same(records[i], records[k])) return true;
        return false;
    }

    /** When the dequeue of the waiting {@code task} began: its average is worked out before its wait ends. */
    long finishStart(PeltRecords of, int task) {
        for (int i = 0; i < recorded; i++)
            if (of.of(records[i]) == PeltRecords.Of.TASK && of.who(records[i]) == task) return of.timeNs(records[i]);
        return waitedNs;
    }

    /** The earliest that anything begins that is still to come from it. */
    long beginNs() {
        long open = Math.min(Math.min(queuedNs, leavingNs), Math.min(attachNs, Math.min(ranNs, recordedNs)));
        return Math.min(open, leftNs);
    }
}
