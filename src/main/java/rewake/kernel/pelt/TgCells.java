package rewake.kernel.pelt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts by run queue and second: a few kinds that follow each other in {@link TgCount}, the row of a queue close together. A
 * page is a second in which something happened; a silent one has none, so that a gap of years in a trace costs nothing.
 */
final class TgCells {
    private static final long SECOND_NS = 1_000_000_000;

    private final int from;
    private final int shift;
    private final List<int[]> pages = new ArrayList<>();
    private final List<Long> seconds = new ArrayList<>();
    private int[] now = new int[0];
    private long startNs = -1;
    private long endNs;
    private int queues;

    TgCells(TgCount first, TgCount last) {
        from = first.ordinal();
        shift = 32 - Integer.numberOfLeadingZeros(last.ordinal() - from);
    }

    /** The same counts, to go on by themselves. */
    TgCells(TgCells of) {
        from = of.from;
        shift = of.shift;
        for (int[] page : of.pages) pages.add(page.clone());
        seconds.addAll(of.seconds);
        if (!pages.isEmpty()) now = pages.getLast();
        startNs = of.startNs;
        endNs = of.endNs;
        queues = of.queues;
    }

    /** Makes it {@code n} run queues. */
    void room(int n) {
        queues = n;
        for (int i = 0; i < pages.size(); i++) pages.set(i, Arrays.copyOf(pages.get(i), n << shift));
        if (!pages.isEmpty()) now = pages.getLast();
    }

    /** Events have come to {@code ns}; the first second begins with the first. */
    void at(long ns) {
        if (ns < endNs) return;
        if (startNs < 0) startNs = ns;
        long second = (ns - startNs) / SECOND_NS;
        now = new int[queues << shift];
        pages.add(now);
        seconds.add(second);
        endNs = startNs + (second + 1) * SECOND_NS;
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

    int pages() {
        return pages.size();
    }

    /** Which second a page is of, from 0. */
    long second(int page) {
        return seconds.get(page);
    }

    long get(int page, int q, TgCount what) {
        return pages.get(page)[(q << shift) + what.ordinal() - from];
    }

    void clear() {
        for (int[] page : pages) Arrays.fill(page, 0);
    }
}
