package rewake.measure;

import java.util.Arrays;
import java.util.List;
import rewake.observe.block.Count;
import rewake.observe.block.ScopeBlocks;

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
        int n = (scope.blocks().size() - 1) / Bootstrap.STRATUM * Bootstrap.STRATUM;
        if (n == 0) return false;
        double byChance =
                -1.0 / (Bootstrap.STRATUM - 1); // what is above a stratum's mean leaves less for its neighbour
        for (Count what : SERIES) {
            double[] series = new double[n];
            for (int b = 0; b < n; b++) series[b] = scope.blocks().get(b).count(what);
            if (neighbours(series) > byChance + 2 / Math.sqrt(n)) return true;
        }
        return false;
    }

    /** Autocorrelation at a lag of one of what is off the mean of each stratum; as by chance for a constant. */
    private static double neighbours(double[] series) {
        double squares = 0;
        double products = 0;
        for (int from = 0; from < series.length; from += Bootstrap.STRATUM) {
            double mean = Arrays.stream(series, from, from + Bootstrap.STRATUM)
                    .average()
                    .orElse(0);
            for (int i = from; i < from + Bootstrap.STRATUM; i++) {
                squares += (series[i] - mean) * (series[i] - mean) / Bootstrap.STRATUM;
                if (i > from) products += (series[i] - mean) * (series[i - 1] - mean) / (Bootstrap.STRATUM - 1);
            }
        }
        return squares == 0 ? -1 : products / squares;
    }
}
