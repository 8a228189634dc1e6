package rewake.replay.pelt;

/** Points at equal distances over a trace. */
public final class Samples {
    private static final int POINTS = 400;

    private final long stepNs;
    private final long[] timeNs = new long[POINTS + 1];
    private int count;
    private long due;

    Samples(long spanNs) {
        stepNs = Math.max(1, spanNs / POINTS);
    }

    void begin(long time) {
        due = time;
    }

    boolean isDue(long time) {
        return time >= due && count <= POINTS;
    }

    void at(long time) {
        timeNs[count++] = time;
        due = time + stepNs;
    }

    /** Number of points. */
    public int count() {
        return count;
    }

    /** When a point was taken, ns of the trace clock. */
    public long timeNs(int point) {
        return timeNs[point];
    }
}
