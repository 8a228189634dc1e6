package rewake.measure;

import java.util.Arrays;
import java.util.List;
import rewake.observe.Count;
import rewake.observe.ScopeBlocks;

/**
 * How long the blocks of a bootstrap must be: so long that what happens in one says nothing of the next. Else resampling
 * breaks up what belongs together, and intervals come out too narrow.
 */
final class BlockLength {
    /** Fewest blocks that neighbours are joined down to. */
    static final int FEWEST = 16;

    /** What is looked at to see whether neighbouring blocks go together. */
    private static final List<Count> SERIES = List.of(Count.WAKEUPS, Count.WAITED_NS, Count.BUSY_NS);

    private BlockLength() {}

    /** Whether what happens in neighbouring blocks goes together; the last block is shorter and left out. */
    static boolean tooShort(ScopeBlocks scope) {
        int n = scope.blocks().size() - 1;
        if (n < 3) return false;
        for (Count what : SERIES) {
            double[] series = new double[n];
            for (int b = 0; b < n; b++) series[b] = scope.blocks().get(b).count(what);
            if (neighbours(series) > 2 / Math.sqrt(n)) return true;
        }
        return false;
    }

    /** Autocorrelation at a lag of one; 0 for a constant. */
    private static double neighbours(double[] series) {
        double mean = Arrays.stream(series).average().orElse(0);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < series.length; i++) {
            double off = series[i] - mean;
            squares += off * off;
            if (i > 0) products += off * (series[i - 1] - mean);
        }
        return squares == 0 ? 0 : products / squares;
    }
}
