package rewake.replay.pelt;

/**
 * One signal of one kind of entity: recorded values against the model's, and against the recorded value before. Errors are in
 * the signal's unit. Of free-running errors the 95th percentile is exact up to 4095 units and at most that much too low beyond.
 */
public final class SignalScore {
    private static final int EXACT = 4096;

    private long steps;
    private long near;
    private long close;
    private long free;
    private long freeClose;
    private double freeError;
    private double bias;
    private double holdError;
    private long max;
    private final int[] errors = new int[EXACT + 1];

    /** The state before predicts {@code model}, {@code recorded} came. */
    void step(long model, long recorded) {
        steps++;
        long off = Math.abs(model - recorded);
        if (off <= 1) near++;
        if (off <= Math.max(1, recorded / 100)) close++;
    }

    /** Running free the model is at {@code model}; before, {@code held} was recorded. */
    void free(long model, long recorded, long held) {
        free++;
        long off = Math.abs(model - recorded);
        if (off <= Math.max(5, recorded / 20)) freeClose++;
        freeError += off;
        bias += model - recorded;
        holdError += Math.abs(held - recorded);
        max = Math.max(max, off);
        errors[(int) Math.min(EXACT, off)]++;
    }

    /** Steps predicted from the recorded value before. */
    public long steps() {
        return steps;
    }

    /** Of them, within 1 unit. */
    public long near() {
        return near;
    }

    /** Of them, within the larger of 1 unit and 1 %. */
    public long close() {
        return close;
    }

    /** Values that the free-running model is held against. */
    public long values() {
        return free;
    }

    /** Of them, within the larger of 5 units and 5 %. */
    public long freeClose() {
        return freeClose;
    }

    /** Mean free-running error. */
    public double meanError() {
        return freeError / free;
    }

    /** Mean error of whoever says that the value stays what it was when last recorded. */
    public double meanHoldError() {
        return holdError / free;
    }

    /** Mean of model − recorded. */
    public double bias() {
        return bias / free;
    }

    /** Largest free-running error. */
    public long maxError() {
        return max;
    }

    /** The error that 95 % of the values do not exceed. */
    public long error95() {
        long left = (long) Math.ceil(free * 0.95);
        for (int error = 0; error < errors.length; error++) {
            left -= errors[error];
            if (left <= 0) return error;
        }
        return EXACT;
    }
}
