package rewake.kernel.pelt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts by run queue and second: a few kinds that follow each other in {@link TgCount}, the row of a queue close together. */
final class TgCells {
    private static final long SECOND_NS = 1_000_000_000;

    private final int from;
    private final int shift;
    private final List<int[]> seconds = new ArrayList<>();
    private int[] now = new int[0];
    private long startNs = -1;
    private long endNs;
    private int queues;

    TgCells(TgCount first, TgCount last) {
        from = first.ordinal();
        shift = 32 - Integer.numberOfLeadingZeros(last.ordinal() - from);
    }

    /** Makes it {@code n} run queues. */
    void room(int n) {
        queues = n;
        for (int i = 0; i < seconds.size(); i++) seconds.set(i, Arrays.copyOf(seconds.get(i), n << shift));
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
            now = new int[queues << shift];
            seconds.add(now);
            endNs += SECOND_NS;
        }
    }

    void count(int q, TgCount what) {
        now[(q << shift) + what.ordinal() - from]++;
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
        return seconds.get(second)[(q << shift) + what.ordinal() - from];
    }

    void clear() {
        for (int[] second : seconds) Arrays.fill(second, 0);
    }
}
