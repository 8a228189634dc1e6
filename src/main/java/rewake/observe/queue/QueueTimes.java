package rewake.observe.queue;

import java.util.Arrays;
import rewake.observe.Selection;

/**
 * For how long the run queue of each CPU had which length, and for how long the CPU ran a task. Time counts once it is known:
 * what has passed since a CPU's newest event is held back, and forgotten where it turns out that events were lost.
 */
final class QueueTimes {
    private final Selection selection;
    private final TimeBook book;
    private final boolean[] holds;
    /** Time of the newest event. */
    private final long[] heardNs;

    private final long[] sinceNs;
    private final int[] length;
    private final boolean[] busy;
    private final boolean[] unknown;

    QueueTimes(int cpus, Selection selection, TimeBook book) {
        this.selection = selection;
        this.book = book;
        holds = new boolean[cpus];
        heardNs = new long[cpus];
        sinceNs = new long[cpus];
        length = new int[cpus];
        busy = new boolean[cpus];
        unknown = new boolean[cpus];
    }

    /** The trace begins; what was set before holds from now on. */
    void begin(long timeNs) {
        Arrays.fill(sinceNs, selection.clip(timeNs));
    }

    /** From now on the queue of {@code cpu} is so long. */
    void set(int cpu, int newLength, boolean isBusy, boolean isUnknown, long timeNs) {
        pass(cpu, timeNs);
        length[cpu] = newLength;
        busy[cpu] = isBusy;
        unknown[cpu] = isUnknown;
    }

    /** An event of {@code cpu} shows that nothing is missing up to now. */
    void heard(int cpu, long timeNs) {
        heardNs[cpu] = timeNs;
    }

    /** The trace is over, and nothing is missing up to now. */
    void end(int cpu, long timeNs) {
        heardNs[cpu] = timeNs;
        pass(cpu, timeNs);
    }

    /** Events of {@code cpu} are missing since its newest one. */
    void missing(int cpu, long timeNs) {
        pass(cpu, timeNs);
        if (holds[cpu]) book.drop(cpu);
        holds[cpu] = false;
    }

    /** The length was the same since the last call, so that what is known of this time ends with the newest event. */
    private void pass(int cpu, long timeNs) {
        long now = selection.clip(timeNs);
        long since = sinceNs[cpu];
        sinceNs[cpu] = now;
        if (heardNs[cpu] >= since && holds[cpu]) {
            book.release(cpu);
            holds[cpu] = false;
        }
        if (now <= since || unknown[cpu]) return;
        long known = Math.clamp(heardNs[cpu], since, now);
        if (known > since) book.known(cpu, length[cpu], busy[cpu], since, known);
        if (now == known) return;
        book.held(cpu, length[cpu], busy[cpu], known, now);
        holds[cpu] = true;
    }
}
