package rewake.parser.textline;

import java.util.Arrays;

/**
 * How far out of order the lines of a text are: for the worst line, how many lines stand between it and the first that
 * is newer. Keeps the newest time up to the end of each block of lines, so it costs eight bytes a block.
 */
final class LateRows {
    private static final int BLOCK_BITS = 10;

    private long[] newestOfBlock = new long[64];
    private long newest = Long.MIN_VALUE;
    private long rows;
    private long worst;
    private long backward;
    private long previous = Long.MIN_VALUE;

    /** Takes the time of the next line. */
    void add(long timeNs) {
        if (timeNs < previous) backward++;
        previous = timeNs;
        if (timeNs < newest) late(timeNs);
        else newest = timeNs;
        int block = (int) (rows++ >>> BLOCK_BITS);
        if (block == newestOfBlock.length) newestOfBlock = Arrays.copyOf(newestOfBlock, block * 2);
        newestOfBlock[block] = newest;
    }

    /** At least as many lines as any line is late. */
    long worst() {
        return worst;
    }

    /** Lines older than the one before. */
    long backward() {
        return backward;
    }

    /** Lines so far. */
    long rows() {
        return rows;
    }

    private void late(long timeNs) {
        int low = 0;
        int high = (int) (rows >>> BLOCK_BITS);
        if ((rows & ((1 << BLOCK_BITS) - 1)) == 0 && high > 0) high--;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (newestOfBlock[middle] > timeNs) high = middle;
            else low = middle + 1;
        }
        worst = Math.max(worst, rows - ((long) low << BLOCK_BITS));
    }
}
