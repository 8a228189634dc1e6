package rewake.replay;

import java.util.Arrays;
import rewake.kernel.WakeAffine;
import rewake.kernel.WakeeFlips;

/**
 * Under which hypotheses of {@link FlipGuess} one wake-up is wide, and under which it is narrow, as ranges of hypotheses.
 *
 * <p>wakee_flips of a task is a line over its count at the start, halved some times. Where both tasks were halved as often, or
 * the count of one is settled, the counts that make the wake-up wide are two ranges at most, whose ends {@link WakeAffine#wide}
 * gives by solving it. Elsewhere what two ends leave open is halved and asked again.
 */
final class WideSet {
    private static final long NEVER = Long.MAX_VALUE;

    private final int[] counts;
    private final int stride;
    /** By count, up to the largest: the first place in {@link #counts} with at least that count. */
    private final int[] placeOf;

    final Ranges wide;
    final Ranges narrow;
    private final Line waker = new Line();
    private final Line wakee = new Line();
    /** The first hypothesis of the stamp at hand. */
    private int base;
    /** The first hypothesis of it that is in no range yet. */
    private int next;

    /**
     * @param counts at the start, ascending from 0
     * @param stride hypothesis {@code i} is {@code counts[i]} with an old stamp, {@code stride + i} with a fresh one
     */
    WideSet(int[] counts, int stride) {
        this.counts = counts;
        this.stride = stride;
        wide = new Ranges(2 * counts.length);
        narrow = new Ranges(2 * counts.length);
        placeOf = new int[counts[counts.length - 1] + 1];
        for (int count = 0; count < placeOf.length; count++) {
            int found = Arrays.binarySearch(counts, count);
            placeOf[count] = found >= 0 ? found : -found - 1;
        }
    }

    /** Fills it. {@code wakeeFlips} is the wakee's count where it has another root, below 0 where the hypotheses are of its own. */
    void fill(WakeeFlips[] byStamp, int wakerTask, int wakeeTask, int wakeeFlips, int sdLlcSize) {
        wide.size = 0;
        narrow.size = 0;
        for (int stamp = 0; stamp < 2; stamp++) {
            base = stamp * stride;
            next = base;
            waker.of(byStamp[stamp], wakerTask);
            if (wakeeFlips < 0) wakee.of(byStamp[stamp], wakeeTask);
            else wakee.fixed(wakeeFlips);
            if (waker.isFixed) oneIsFixed(wakee, waker.turns, sdLlcSize);
            else if (wakee.isFixed) oneIsFixed(waker, wakee.turns, sdLlcSize);
            else if (waker.halvings == wakee.halvings) parallel(sdLlcSize);
            else ask(0, counts.length - 1, sdLlcSize);
            if (next < base + counts.length) narrow.add(next, base + counts.length - 1);
        }
    }

    /** With {@code f} flips of the one, the other needs from llcSize to {@code f / llcSize}, or {@code f · llcSize} and more. */
    private void oneIsFixed(Line line, long f, long llcSize) {
        if (line.isFixed) {
            if (WakeAffine.wide((int) line.turns, (int) f, (int) llcSize)) isWide(0, NEVER);
            return;
        }
        if (f / llcSize >= llcSize) isWide(line.first(llcSize), line.first(f / llcSize + 1));
        if (f >= llcSize) isWide(line.first(f * llcSize), NEVER);
    }

    /**
     * Both rise together: where the lower has made {@code q} flips the higher has the {@code apart} more that lie between them, or
     * one more still at the end of a step; a wide wake-up needs {@code (llcSize − 1) · q} more.
     */
    private void parallel(long llcSize) {
        Line lower = waker.turns < wakee.turns ? waker : wakee;
        long between = Math.abs(waker.turns - wakee.turns);
        long apart = between >> lower.halvings;
        if (llcSize == 1) {
            isWide(lower.first(1), NEVER);
            return;
        }
        long most = apart / (llcSize - 1);
        if (most >= llcSize) isWide(lower.first(llcSize), lower.first(most + 1));
        long mostAtEnd = (apart + 1) / (llcSize - 1);
        long end = between - (apart << lower.halvings);
        if (mostAtEnd > most && mostAtEnd >= llcSize && end > 0)
            isWide(lower.first(mostAtEnd + 1) - end, lower.first(mostAtEnd + 1));
    }

    /** wakee_flips never falls where the count rises: places are wide or narrow as a whole where their two ends already say so. */
    private void ask(int from, int to, int llcSize) {
        int wakerLow = waker.flips(counts[from]);
        int wakerHigh = waker.flips(counts[to]);
        int wakeeLow = wakee.flips(counts[from]);
        int wakeeHigh = wakee.flips(counts[to]);
        long slaveLow = Math.min(wakerLow, wakeeLow);
        long slaveHigh = Math.min(wakerHigh, wakeeHigh);
        if (slaveHigh < llcSize || Math.max(wakerHigh, wakeeHigh) < slaveLow * llcSize) return;
        if (slaveLow >= llcSize && Math.max(wakerLow, wakeeLow) >= slaveHigh * llcSize) {
            isWide(counts[from], counts[to] + 1L);
        } else if (from < to) {
            int middle = (from + to) >>> 1;
            ask(from, middle, llcSize);
            ask(middle + 1, to, llcSize);
        }
    }

    /** Counts from {@code first} to before {@code end} are wide; those before, unless told otherwise already, are narrow. */
    private void isWide(long first, long end) {
        int from = Math.max(next, base + place(first));
        int to = base + place(end);
        if (from >= to) return;
        if (from > next) narrow.add(next, from - 1);
        wide.add(from, to - 1);
        next = to;
    }

    private int place(long count) {
        return count <= 0 ? 0 : count >= placeOf.length ? counts.length : placeOf[(int) count];
    }

    /** Ranges of hypotheses, both ends included, in ascending order. */
    static final class Ranges {
        final int[] from;
        final int[] to;
        int size;

        private Ranges(int most) {
            from = new int[most];
            to = new int[most];
        }

        private void add(int first, int last) {
            if (size > 0 && to[size - 1] == first - 1) {
                to[size - 1] = last;
                return;
            }
            from[size] = first;
            to[size++] = last;
        }

        boolean has(int hypothesis) {
            for (int i = 0; i < size; i++) if (from[i] <= hypothesis && hypothesis <= to[i]) return true;
            return false;
        }
    }

    /** wakee_flips of one task by the count at the start: {@code (count + turns) >> halvings}, or {@code turns} if fixed. */
    private static final class Line {
        private boolean isFixed;
        private long turns;
        private int halvings;

        void of(WakeeFlips flips, int task) {
            isFixed = !flips.remembersBeginning(task);
            turns = isFixed ? flips.flips(task) : flips.turns(task);
            halvings = isFixed ? 0 : flips.halvings(task);
        }

        void fixed(int flips) {
            isFixed = true;
            turns = flips;
            halvings = 0;
        }

        int flips(int count) {
            return (int) ((count + turns) >> halvings);
        }

        /** The first count with at least so many flips. */
        long first(long flips) {
            return (flips << halvings) - turns;
        }
    }
}
