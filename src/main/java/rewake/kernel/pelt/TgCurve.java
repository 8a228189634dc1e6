package rewake.kernel.pelt;

import java.util.Arrays;

/** {@code tg->load_avg} of each group under some variants, at the points where {@link FairLoads#sample} was called. */
final class TgCurve {
    private long[] points = new long[64];
    private int rows;
    private int groups;

    void add(GroupLoads[] variants, int groupCount) {
        groups = Math.max(groups, groupCount);
        int needed = (rows + variants.length) * groups;
        if (needed > points.length) points = Arrays.copyOf(points, Math.max(needed, points.length * 2));
        for (GroupLoads variant : variants) {
            for (int group = 0; group < groupCount; group++) points[rows * groups + group] = variant.tgLoad(group);
            rows++;
        }
    }

    /** The load of a group at a point under the variant that is {@code at} in each of them. */
    long load(int point, int at, int variants, int group) {
        return points[(point * variants + at) * groups + group];
    }
}
