package rewake.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rewake.event.EventBatch;
import rewake.event.EventKind;
import rewake.event.ImportStat;
import rewake.event.ImportStats;

/**
 * What several files say of one CPU: an event that more than one of them recorded counts once.
 *
 * <p>Rule: a row that says the same ({@link EventBatch#sameness}) as a row of another file on the same CPU at the same time is
 * that event again: files were cut so that they overlap. Where both files cover the time, one up to {@value #WINDOW_NS} ns
 * later is so too: two recorders stamp an event one after the other, which takes some hundred ns (the window is ours, not the
 * kernel's). Each row stands for one row of each other file; so an event that happened twice, which is in each file twice,
 * stays two.
 *
 * <p>Where both files recorded a CPU's switches and these do not pair, the switches that are left alternate between the
 * files; that is counted.
 */
final class Overlaps {
    private static final long WINDOW_NS = 10_000;
    private static final int SWITCH = EventKind.SWITCH.ordinal();
    private static final int LOST = EventKind.LOST.ordinal();

    private final ImportStats stats;
    private final long[] startNs = new long[JoinedTraces.FILES_MAX];
    private @Nullable Recent[] byCpu = new Recent[64];

    Overlaps(ImportStats stats) {
        this.stats = stats;
    }

    /** The last rows of a CPU, oldest first from {@code head} on, with the files (a bit each) that had them. */
    private static final class Recent {
        long[] sameness = new long[16];
        long[] timeNs = new long[16];
        long[] files = new long[16];
        int head;
        int size;
        int switchFile = -1;
        long switchFiles;

        void forgetBefore(long oldestNs) {
            while (head < size && timeNs[head] < oldestNs) head++;
            if (head < 16 || head < size / 2) return;
            System.arraycopy(sameness, head, sameness, 0, size - head);
            System.arraycopy(timeNs, head, timeNs, 0, size - head);
            System.arraycopy(files, head, files, 0, size - head);
            size -= head;
            head = 0;
        }

        /** The oldest row between two times that says the same and that {@code file} has not had; −1 for none. */
        int twin(long same, long fromNs, long toNs, long file) {
            for (int i = head; i < size; i++)
                if (sameness[i] == same && (files[i] & file) == 0 && timeNs[i] >= fromNs && timeNs[i] <= toNs) return i;
            return -1;
        }

        void add(long same, long time, long file) {
            if (size == timeNs.length) {
                sameness = Arrays.copyOf(sameness, size * 2);
                timeNs = Arrays.copyOf(timeNs, size * 2);
                files = Arrays.copyOf(files, size * 2);
            }
            sameness[size] = same;
            timeNs[size] = time;
            files[size++] = file;
        }
    }

    /**
     * Whether this row, the next in order of time, is an event that another file has told already.
     *
     * @param going files, a bit each, that have more rows
     */
    boolean told(int cpu, EventBatch rows, int row, int file, long going) {
        int kind = rows.kind(row);
        long time = rows.timeNs(row);
        if (kind == LOST || time == 0) return false;
        Recent recent = recent(cpu);
        recent.forgetBefore(time - WINDOW_NS);
        long same = rows.sameness(row);
        long bit = 1L << file;
        if (startNs[file] == 0) startNs[file] = time;
        int twin = recent.twin(same, time, time, bit);
        if (twin < 0) twin = recent.twin(same, time - WINDOW_NS, time - 1, bit);
        if (twin >= 0) {
            boolean copy = recent.timeNs[twin] == time;
            boolean bothThere = (recent.files[twin] & going) != 0 || startNs[file] < recent.timeNs[twin];
            if (copy || bothThere) {
                recent.files[twin] |= bit;
                stats.add(ImportStat.IN_OTHER_FILE, cpu);
                return true;
            }
        }
        recent.add(same, time, bit);
        if (kind == SWITCH) switched(recent, cpu, file);
        return false;
    }

    private void switched(Recent recent, int cpu, int file) {
        if (recent.switchFile == file) return;
        if ((recent.switchFiles >>> file & 1) != 0) stats.add(ImportStat.FILES_INTERLEAVED, cpu);
        recent.switchFile = file;
        recent.switchFiles |= 1L << file;
    }

    private Recent recent(int cpu) {
        if (cpu >= byCpu.length) byCpu = Arrays.copyOf(byCpu, Math.max(cpu + 1, byCpu.length * 2));
        Recent recent = byCpu[cpu];
        if (recent == null) byCpu[cpu] = recent = new Recent();
        return recent;
    }
}
