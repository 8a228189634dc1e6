package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;

import java.util.Arrays;

/**
 * What the run queues above tasks are after each operation under the first rules, in the order of operations: a variant that
 * does the same operations later reads beside which values its own are to be put.
 */
final class ParentTrail {
    private long[] values = new long[1024];
    private int size;

    void add(SchedAvgs avgs, int q) {
        if (size + 3 > values.length) values = Arrays.copyOf(values, values.length * 2);
        values[size++] = avgs.get(q, LOAD_AVG);
        values[size++] = avgs.get(q, UTIL_AVG);
        values[size++] = avgs.get(q, RUNNABLE_AVG);
    }

    long get(int at) {
        return values[at];
    }

    void clear() {
        size = 0;
    }
}
