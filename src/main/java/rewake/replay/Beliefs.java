package rewake.replay;

import rewake.kernel.CpuMask;

/**
 * How likely each hypothesis of {@link FlipGuess} about one root is, as logarithm, the likeliest 0; and which of them are near
 * that, as bits, since those few are asked about in every decision.
 */
final class Beliefs {
    /** Hypotheses this much less likely than the best are still open. */
    private static final float DOUBT = 2;

    private static final float FLOOR = -50;
    private static final int ENDS = 4;

    private final float[] each;
    private final long[] near;
    /** The lowest near ones and the highest: where counts differ most, and often all. */
    private final int[] ends = new int[2 * ENDS];

    private int endCount;
    private boolean endsAreAll;
    private boolean endsAreDue = true;

    /** All are equally likely. */
    Beliefs(int hypotheses) {
        each = new float[hypotheses];
        near = new long[(hypotheses + Long.SIZE - 1) / Long.SIZE];
        for (int h = 0; h < hypotheses; h++) near[h >> 6] |= 1L << h;
    }

    /** How likely {@code hypothesis} is. */
    float of(int hypothesis) {
        return each[hypothesis];
    }

    /** How many {@link #end}s there are: at least one, the best itself. */
    int ends() {
        if (endsAreDue) findEnds();
        return endCount;
    }

    /** A hypothesis that is about as likely as the best. */
    int end(int i) {
        return ends[i];
    }

    /** Whether no others are. */
    boolean endsAreAll() {
        return endsAreAll;
    }

    private void findEnds() {
        endsAreDue = false;
        endCount = 0;
        for (int h = CpuMask.next(near, 0); h >= 0 && endCount < ENDS; h = CpuMask.next(near, h + 1))
            ends[endCount++] = h;
        int lowest = ends[endCount - 1];
        for (int word = near.length - 1; word >= 0; word--)
            for (long bits = near[word]; bits != 0 && endCount < ends.length; bits &= ~Long.highestOneBit(bits)) {
                int h = word * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
                if (h > lowest) ends[endCount++] = h;
            }
        endsAreAll = endCount == CpuMask.weight(near);
    }

    /** Whether one of the ranges is about as likely as the best. */
    boolean isOpen(WideSet.Ranges ranges) {
        for (int i = 0; i < ranges.size; i++) {
            int from = ranges.from[i];
            int to = ranges.to[i];
            for (int word = from >> 6; word <= to >> 6; word++) {
                long bits = near[word];
                if (word == from >> 6) bits &= -1L << from;
                if (word == to >> 6) bits &= -1L >>> (Long.SIZE - 1 - (to & 63));
                if (bits != 0) return true;
            }
        }
        return false;
    }

    /** Adds {@code gain} to those of the ranges; true where one of them is now as likely as the best, so that {@link #measure} is due. */
    boolean raise(WideSet.Ranges ranges, float gain) {
        endsAreDue = true;
        float top = FLOOR;
        for (int i = 0; i < ranges.size; i++) {
            int from = ranges.from[i];
            int to = ranges.to[i];
            for (int h = from; h <= to; h++) each[h] = Math.max(FLOOR, each[h] + gain);
            top = Math.max(top, gain < 0 ? lowered(from, to) : raised(from, to));
        }
        return top >= 0;
    }

    /** None comes near by falling. */
    private float lowered(int from, int to) {
        for (int h = CpuMask.next(near, from); h >= 0 && h <= to; h = CpuMask.next(near, h + 1)) mark(h, each[h]);
        return FLOOR;
    }

    private float raised(int from, int to) {
        float top = FLOOR;
        for (int h = from; h <= to; h++) top = Math.max(top, each[h]);
        if (top >= -DOUBT) for (int h = from; h <= to; h++) mark(h, each[h]);
        return top;
    }

    /** Measures all by the likeliest, {@code best}. */
    void measure(int best) {
        endsAreDue = true;
        float top = each[best];
        for (int h = 0; h < each.length; h++) {
            each[h] = Math.max(FLOOR, each[h] - top);
            mark(h, each[h]);
        }
    }

    private void mark(int hypothesis, float likelihood) {
        long bit = 1L << hypothesis;
        if (likelihood >= -DOUBT) near[hypothesis >> 6] |= bit;
        else near[hypothesis >> 6] &= ~bit;
    }
}
