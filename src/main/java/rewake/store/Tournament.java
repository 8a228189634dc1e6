package rewake.store;

/**
 * A winner tree over lanes: leaf {@code i} is the next row of lane {@code i}, every inner node the earlier of its two
 * children, by time and then by place in the file.
 *
 * <p>Neighbouring CPUs alternate almost row by row, so a branch on who is earlier would be guessed wrong half of the time;
 * times are selected by arithmetic instead (they are not negative, so a difference cannot overflow). Only equal times,
 * which are rare, take a branch.
 */
final class Tournament {
    /** The time of a lane that has no more rows. */
    static final long NONE = Long.MAX_VALUE;

    private final Lane[] lanes;
    private final int leaves;
    private final long[] times;
    private final int[] winners;

    Tournament(Lane[] lanes) {
        this.lanes = lanes;
        leaves = Integer.highestOneBit(Math.max(1, 2 * lanes.length - 1));
        times = new long[2 * leaves];
        winners = new int[2 * leaves];
    }

    /** Starts again with the next row of each lane. */
    void start() {
        for (int lane = 0; lane < leaves; lane++) {
            times[leaves + lane] = lane < lanes.length ? lanes[lane].timeNs() : NONE;
            winners[leaves + lane] = lane;
        }
        for (int i = leaves - 1; i > 0; i--) {
            boolean right = before(times[2 * i + 1], winners[2 * i + 1], times[2 * i], winners[2 * i]);
            times[i] = times[right ? 2 * i + 1 : 2 * i];
            winners[i] = winners[right ? 2 * i + 1 : 2 * i];
        }
    }

    /** The earliest time of all lanes. */
    long timeNs() {
        return times[1];
    }

    /** The lane whose next row is the first of all. */
    int winner() {
        return winners[1];
    }

    /** Enters the next row of {@code lane} and plays its matches again. */
    void replace(int lane, long timeNs) {
        int i = leaves + lane;
        long time = timeNs;
        int winner = lane;
        times[i] = time;
        while (i > 1) {
            long rival = times[i ^ 1];
            int rivalLane = winners[i ^ 1];
            long less = (rival - time) >> 63;
            if (rival == time && before(rival, rivalLane, time, winner)) less = -1;
            time += (rival - time) & less;
            winner ^= (winner ^ rivalLane) & (int) less;
            i >>>= 1;
            times[i] = time;
            winners[i] = winner;
        }
    }

    private boolean before(long time, int lane, long otherTime, int otherLane) {
        if (time != otherTime || time == NONE) return time < otherTime;
        return lanes[lane].ref() < lanes[otherLane].ref();
    }
}
