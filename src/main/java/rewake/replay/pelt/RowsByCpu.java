package rewake.replay.pelt;

import java.util.Arrays;

/** Rows of {@link PeltRecords} that wait for the next operation on their CPU. */
final class RowsByCpu {
    private final int[][] rows;
    private final int[] sizes;

    RowsByCpu(int cpus) {
        rows = new int[cpus][8];
        sizes = new int[cpus];
    }

    void add(int cpu, int row) {
        if (sizes[cpu] == rows[cpu].length) rows[cpu] = Arrays.copyOf(rows[cpu], sizes[cpu] * 2);
        rows[cpu][sizes[cpu]++] = row;
    }

    int size(int cpu) {
        return sizes[cpu];
    }

    int at(int cpu, int i) {
        return rows[cpu][i];
    }

    void clear(int cpu) {
        sizes[cpu] = 0;
    }
}
