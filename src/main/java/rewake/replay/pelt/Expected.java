package rewake.replay.pelt;

import java.util.Arrays;

/** Averages that an operation recorded: rows of {@link PeltRecords}, when they were brought up to date, and weights. */
final class Expected {
    private int size;
    private int[] at = new int[8];
    private long[] nowNs = new long[8];
    private long[] weight = new long[8];

    void add(int row, long itsNowNs, long itsWeight) {
        if (size == at.length) {
            at = Arrays.copyOf(at, size * 2);
            nowNs = Arrays.copyOf(nowNs, size * 2);
            weight = Arrays.copyOf(weight, size * 2);
        }
        at[size] = row;
        nowNs[size] = itsNowNs;
        weight[size++] = itsWeight;
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    int at(int i) {
        return at[i];
    }

    /** By the model's PELT clock. */
    long nowNs(int i) {
        return nowNs[i];
    }

    /** 1024 at nice 0; 0 of a group's entity or a run queue where none was recorded. */
    long weight(int i) {
        return weight[i];
    }
}
