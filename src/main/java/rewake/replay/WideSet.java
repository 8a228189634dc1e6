package rewake.replay;

import rewake.kernel.WakeAffine;
import rewake.kernel.WakeeFlips;

/**
 * Under which hypotheses of {@link FlipGuess} one wake-up is wide, as bits: {@value #COUNTS_MOST} for each stamp, by count.
 *
 * <p>wakee_flips of a task never falls where its count at the start rises. So a range of counts is wide or narrow as a
 * whole where its two ends already say so, and only what they leave open is halved and asked again.
 */
final class WideSet {
    /** Bits kept for the counts of one stamp. */
    static final int COUNTS_MOST = 128;

    static final int WORDS = 2 * COUNTS_MOST / Long.SIZE;

    private final int[] counts;
    private final long[] words = new long[WORDS];
    private final Line waker = new Line();
    private final Line wakee = new Line();
    private int llcSize;

    /** @param counts at the start, ascending, at most {@value #COUNTS_MOST} */
    WideSet(int[] counts) {
        this.counts = counts;
    }

    /** Fills it. {@code wakeeFlips} is the wakee's count where it has another root, below 0 where the hypotheses are of its own. */
    void fill(WakeeFlips[] byStamp, int wakerTask, int wakeeTask, int wakeeFlips, int sdLlcSize) {
        llcSize = sdLlcSize;
        for (int stamp = 0; stamp < 2; stamp++) {
            words[2 * stamp] = 0;
            words[2 * stamp + 1] = 0;
            waker.of(byStamp[stamp], wakerTask);
            if (wakeeFlips < 0) wakee.of(byStamp[stamp], wakeeTask);
            else wakee.fixed(wakeeFlips);
            if (canBeWide()) mark(2 * stamp, 0, counts.length - 1);
        }
    }

    /** Two counts that rise together keep their difference, and a wide wake-up needs one of {@code (size − 1) · size}. */
    private boolean canBeWide() {
        if (waker.scale != wakee.scale || waker.halvings != wakee.halvings) return true;
        return (Math.abs(waker.turns - wakee.turns) >> waker.halvings) + 1 >= (long) llcSize * (llcSize - 1);
    }

    private void mark(int word, int from, int to) {
        mark(word, from, to, waker.flips(counts[from]), wakee.flips(counts[from]), waker.flips(counts[to]), wakee.flips(counts[to]));
    }

    private void mark(int word, int from, int to, int wakerLow, int wakeeLow, int wakerHigh, int wakeeHigh) {
        long slaveLow = Math.min(wakerLow, wakeeLow);
        long slaveHigh = Math.min(wakerHigh, wakeeHigh);
        if (slaveHigh < llcSize || Math.max(wakerHigh, wakeeHigh) < slaveLow * llcSize) return;
        if (slaveLow >= llcSize && Math.max(wakerLow, wakeeLow) >= slaveHigh * llcSize) {
            set(word, from, to);
            return;
        }
        if (to - from < 4) {
            for (int i = from; i <= to; i++)
                if (WakeAffine.wide(waker.flips(counts[i]), wakee.flips(counts[i]), llcSize)) set(word, i, i);
            return;
        }
        int middle = (from + to) >>> 1;
        int wakerMiddle = waker.flips(counts[middle]);
        int wakeeMiddle = wakee.flips(counts[middle]);
        mark(word, from, middle, wakerLow, wakeeLow, wakerMiddle, wakeeMiddle);
        // The lower end counts twice, so that its flips are known.
        mark(word, middle, to, wakerMiddle, wakeeMiddle, wakerHigh, wakeeHigh);
    }

    private void set(int word, int from, int to) {
        if (from < Long.SIZE) words[word] |= -1L << from & -1L >>> Math.max(0, Long.SIZE - 1 - to);
        if (to >= Long.SIZE) words[word + 1] |= -1L << Math.max(0, from - Long.SIZE) & -1L >>> 2 * Long.SIZE - 1 - to;
    }

    boolean has(int hypothesis) {
        return (words[hypothesis >> 6] >>> hypothesis & 1) != 0;
    }

    long word(int i) {
        return words[i];
    }

    boolean isEmpty() {
        long any = 0;
        for (long word : words) any |= word;
        return any == 0;
    }

    /** wakee_flips of one task by the count at the start: {@code (scale · count + turns) >> halvings}. */
    private static final class Line {
        private int scale;
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
