package rewake.replay.pelt;

import rewake.kernel.pelt.FairLoads;

/** {@code tg->load_avg} of each group under each variant, at points at equal distances over the trace. */
public final class TgCurve {
    private static final int POINTS = 400;

    private final int groups;
    private final int variants;
    private final long stepNs;
    private final long[] timeNs = new long[POINTS + 1];
    private final long[] loads;
    private int count;
    private long due;

    TgCurve(int groups, int variants, long spanNs) {
        this.groups = groups;
        this.variants = variants;
        stepNs = Math.max(1, spanNs / POINTS);
        loads = new long[(POINTS + 1) * groups * variants];
    }

    void begin(long time) {
        due = time;
    }

    boolean isDue(long time) {
        return time >= due && count <= POINTS && groups > 1;
    }

    void sample(long time, FairLoads fair) {
        timeNs[count] = time;
        for (int v = 0; v < variants; v++)
            for (int g = 0; g < groups; g++) loads[(count * variants + v) * groups + g] = fair.variant(v).tgLoad(g);
        count++;
        due = time + stepNs;
    }

    /** Number of points. */
    public int points() {
        return count;
    }

    /** When a point was taken, ns of the trace clock. */
    public long timeNs(int point) {
        return timeNs[point];
    }

    /** {@code tg->load_avg} of a group under a variant at a point. */
    public long load(int point, int variant, int group) {
        return loads[(point * variants + variant) * groups + group];
    }
}
