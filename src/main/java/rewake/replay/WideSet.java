package rewake.replay;

import rewake.kernel.WakeAffine;
import rewake.kernel.WakeeFlips;

/**
 * Under which hypotheses of {@link FlipGuess} one wake-up is wide, and under which it is narrow, as ranges of hypotheses.
 *
 * <p>wakee_flips of a task never falls where its count at the start rises. So a range of counts is wide or narrow as a
 * whole where its two ends already say so, and only what they leave open is halved and asked again.
 */
final class WideSet {
    /** Ranges up to this are asked one by one. */
    private static final int SHORT = 8;

    private final int[] counts;
    private final int stride;
    final Ranges wide;
    final Ranges narrow;
    private final Line waker = new Line();
    private final Line wakee = new Line();
    private int llcSize;
    /** The first hypothesis of the stamp at hand. */
    private int base;

    /**
     * @param counts at the start, ascending
     * @param stride hypothesis {@code i} is {@code counts[i]} with an old stamp, {@code stride + i} with a fresh one
     */
    WideSet(int[] counts, int stride) {
        this.counts = counts;
        this.stride = stride;
        wide = new Ranges(2 * counts.length);
        narrow = new Ranges(2 * counts.length);
    }

    /** Fills it. {@code wakeeFlips} is the wakee's count where it has another root, below 0 where the hypotheses are of its own. */
    void fill(WakeeFlips[] byStamp, int wakerTask, int wakeeTask, int wakeeFlips, int sdLlcSize) {
        llcSize = sdLlcSize;
        wide.size = 0;
        narrow.size = 0;
        for (int stamp = 0; stamp < 2; stamp++) {
            base = stamp * stride;
            waker.of(byStamp[stamp], wakerTask);
            if (wakeeFlips < 0) wakee.of(byStamp[stamp], wakeeTask);
            else wakee.fixed(wakeeFlips);
            if (canBeWide()) ask(0, counts.length - 1);
            else narrow.add(base, base + counts.length - 1);
        }
    }

    /** Two counts that rise together keep their difference, and a wide wake-up needs one of {@code (size − 1) · size}. */
    private boolean canBeWide() {
        if (waker.scale != wakee.scale || waker.halvings != wakee.halvings) return true;
        return (Math.abs(waker.turns - wakee.turns) >> waker.halvings) + 1 >= (long) llcSize * (llcSize - 1);
    }

    private void ask(int from, int to) {
        if (to - from < SHORT) {
            for (int i = from; i <= to; i++)
                (WakeAffine.wide(waker.flips(counts[i]), wakee.flips(counts[i]), llcSize) ? wide : narrow)
                        .add(base + i, base + i);
            return;
        }
        int wakerLow = waker.flips(counts[from]);
        int wakerHigh = waker.flips(counts[to]);
        int wakeeLow = wakee.flips(counts[from]);
        int wakeeHigh = wakee.flips(counts[to]);
        long slaveLow = Math.min(wakerLow, wakeeLow);
        long slaveHigh = Math.min(wakerHigh, wakeeHigh);
        if (slaveHigh < llcSize || Math.max(wakerHigh, wakeeHigh) < slaveLow * llcSize) {
            narrow.add(base + from, base + to);
        } else if (slaveLow >= llcSize && Math.max(wakerLow, wakeeLow) >= slaveHigh * llcSize) {
            wide.add(base + from, base + to);
        } else {
            int middle = (from + to) >>> 1;
            ask(from, middle);
            ask(middle + 1, to);
        }
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

        /** Whether a value of the ranges is at least {@code least}. */
        boolean reaches(float[] values, float least) {
            for (int i = 0; i < size; i++) for (int h = from[i]; h <= to[i]; h++) if (values[h] >= least) return true;
            return false;
        }

        /** Adds {@code gain} to the values of the ranges, which do not fall below {@code floor}. */
        void raise(float[] values, float gain, float floor) {
            for (int i = 0; i < size; i++)
                for (int h = from[i]; h <= to[i]; h++) values[h] = Math.max(floor, values[h] + gain);
        }
    }

    /** wakee_flips of one task by the count at the start: {@code (scale · count + turns) >> halvings}. */
    private static final class Line {
        private long scale;
        private long turns;
        private int halvings;

        void of(WakeeFlips flips, int task) {
            boolean remembers = flips.remembersBeginning(task);
            scale = remembers ? 1 : 0;
            turns = remembers ? flips.turns(task) : flips.flips(task);
            halvings = remembers ? flips.halvings(task) : 0;
        }

        void fixed(int flips) {
            scale = 0;
            turns = flips;
            halvings = 0;
        }

        int flips(int count) {
            return (int) ((scale * count + turns) >> halvings);
        }
    }
}
