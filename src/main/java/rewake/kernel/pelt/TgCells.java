package rewake.kernel.pelt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts by run queue, the row of a queue in one or two cache lines, and by second. */
final class TgCells {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int SHIFT = 4;

    private final List<long[]> seconds = new ArrayList<>();
    private long[] now = new long[0];
    private long startNs = -1;
    private long endNs;
    private int queues;

    /** Makes it {@code n} run queues. */
    void room(int n) {
        queues = n;
        for (int i = 0; i < seconds.size(); i++) seconds.set(i, Arrays.copyOf(seconds.get(i), n << SHIFT));
        if (!seconds.isEmpty()) now = seconds.getLast();
    }

    /** Events have come to {@code ns}; the first second begins with the first. */
    void at(long ns) {
        if (ns < endNs) return;
        if (startNs < 0) {
            startNs = ns;
            endNs = ns;
        }
        while (ns >= endNs) {
            now = new long[queues << SHIFT];
            seconds.add(now);
            endNs += SECOND_NS;
        }
    }

    void count(int q, TgCount what) {
        now[(q << SHIFT) + what.ordinal()]++;
    }

    void count(int q, TgCount what, int by) {
        now[(q << SHIFT) + what.ordinal()] += by;
    }

    /** When the first second begins; −1 where nothing happened. */
    long startNs() {
        return startNs;
    }

    /** When the second ends that goes on. */
    long endNs() {
        return endNs;
    }

    int seconds() {
        return seconds.size();
    }

    long get(int second, int q, TgCount what) {
        return seconds.get(second)[(q << SHIFT) + what.ordinal()];
    }

    void clear() {
        for (long[] second : seconds) Arrays.fill(second, 0);
    }
}
