package rewake.store;

import rewake.event.EventBatch;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/** One CPU's rows: delivered up to {@code head}, in order up to {@code settled}, as they came after that. */
final class Lane {
    private static final int CAPACITY = 256;
    private static final int COMPACT_FROM = 128;

    final EventBatch batch;
    /** Whether the consumer has seen its first rows. */
    boolean shown;

    private int head;
    private int settled;
    /** Times of the rows at {@code head} and behind it: the merge waits for the one, so the other is fetched early. */
    private long headNs = Tournament.NONE;

    private long followingNs = Tournament.NONE;

    Lane(int cpu) {
        batch = new EventBatch(cpu, CAPACITY);
    }

    /** The next row to deliver. */
    int head() {
        return head;
    }

    /** Time of the next row, or {@link Tournament#NONE}. */
    long timeNs() {
        return headNs;
    }

    /** Reference of the next row. */
    long ref() {
        return batch.ref(head);
    }

    /** Goes on to the following row and returns its time, or {@link Tournament#NONE}. */
    long advance() {
        headNs = followingNs;
        head++;
        followingNs = timeAt(head + 1);
        return headNs;
    }

    private long timeAt(int row) {
        return row < settled ? batch.timeNs(row) : Tournament.NONE;
    }

    /**
     * Puts the rows that came since the last call in order and returns the newest time among them. Rows without a time
     * (0) go first. A row older than what was delivered gets the time of that.
     */
    long settle(long deliveredNs, ImportStats stats) {
        int size = batch.size();
        long last = settled > head ? batch.timeNs(settled - 1) : 0;
        long clamped = 0;
        long late = 0;
        boolean ordered = true;
        for (int row = settled; row < size; row++) {
            long time = batch.timeNs(row);
            if (time >= last && time >= deliveredNs) {
                last = time;
                continue;
            }
            if (time == 0) {
                ordered &= last == 0;
                continue;
            }
            if (time < deliveredNs) {
                time = deliveredNs;
                batch.timeNs(row, time);
                clamped++;
            } else late++;
            ordered &= time >= last;
            last = Math.max(last, time);
        }
        stats.add(ImportStat.CLOCK_BACKWARD, batch.cpu(), clamped);
        stats.add(ImportStat.REORDERED, batch.cpu(), late);
        if (!ordered) batch.sortByTime(head);
        settled = size;
        headNs = timeAt(head);
        followingNs = timeAt(head + 1);
        return last;
    }

    /** Gives back the room of delivered rows, not more often than it pays. */
    void release() {
        int size = batch.size();
        if (head < size && (head < COMPACT_FROM || head < size / 2)) return;
        batch.dropFirst(head);
        settled -= head;
        head = 0;
    }
}
