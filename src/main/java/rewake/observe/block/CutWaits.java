package rewake.observe.block;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Waits that did not end in the trace, told apart: those that missing events cut, and those that were open when the trace
 * ended. Which of the two the newest are shows only at the end.
 */
final class CutWaits {
    private final Map<Integer, Tally> lost = new TreeMap<>();
    private final Map<Integer, Tally> open = new TreeMap<>();
    private int[] comm = new int[64];
    private Span[] span = new Span[64];
    private long[] seenNs = new long[64];
    private int pending;
    private long untilNs = Long.MIN_VALUE;

    void add(int ofComm, Span what, long sinceNs, long until) {
        if (until != untilNs) settle(lost);
        untilNs = until;
        if (pending == comm.length) {
            comm = Arrays.copyOf(comm, pending * 2);
            span = Arrays.copyOf(span, pending * 2);
            seenNs = Arrays.copyOf(seenNs, pending * 2);
        }
        comm[pending] = ofComm;
        span[pending] = what;
        seenNs[pending++] = until - sinceNs;
    }

    void end(long timeNs) {
        settle(timeNs == untilNs ? open : lost);
    }

    BlockTally lost(int ofComm) {
        return lost.getOrDefault(ofComm, new Tally()).frozen();
    }

    BlockTally open(int ofComm) {
        return open.getOrDefault(ofComm, new Tally()).frozen();
    }

    BlockTally lost() {
        return sum(lost);
    }

    BlockTally open() {
        return sum(open);
    }

    private static BlockTally sum(Map<Integer, Tally> tallies) {
        var all = new Tally();
        tallies.values().forEach(all::addAll);
        return all.frozen();
    }

    private void settle(Map<Integer, Tally> into) {
        for (int i = 0; i < pending; i++) {
            Tally tally = into.computeIfAbsent(comm[i], _ -> new Tally());
            tally.record(span[i], seenNs[i]);
            tally.add(Count.WAITS, 1);
        }
        pending = 0;
    }
}
