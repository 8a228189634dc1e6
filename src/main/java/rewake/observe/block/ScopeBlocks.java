package rewake.observe.block;

import java.util.ArrayList;
import java.util.List;

/**
 * One scope of a trace, cut into blocks of time.
 *
 * @param blocks in order of time
 * @param busyNs of each block, the time each CPU ran something, ns; empty unless the scope is the machine
 * @param cut waits that missing events cut, by how long they were seen, ns
 * @param open waits that the end of the trace cut, by how long they were seen, ns
 * @param spanNs from the first start to the last end of a run of the scope, ns; for the machine the length of the window
 */
public record ScopeBlocks(List<BlockTally> blocks, List<long[]> busyNs, BlockTally cut, BlockTally open, long spanNs) {
    /** The same with each two neighbours as one. */
    public ScopeBlocks paired() {
        var tallies = new ArrayList<BlockTally>();
        var busy = new ArrayList<long[]>();
        for (int i = 0; i < blocks.size(); i += 2) {
            boolean two = i + 1 < blocks.size();
            tallies.add(two ? blocks.get(i).with(blocks.get(i + 1)) : blocks.get(i));
            if (!busyNs.isEmpty()) busy.add(two ? sum(busyNs.get(i), busyNs.get(i + 1)) : busyNs.get(i));
        }
        return new ScopeBlocks(tallies, busy, cut, open, spanNs);
    }

    /** Everything in one. */
    public BlockTally whole() {
        BlockTally sum = blocks.getFirst();
        for (BlockTally next : blocks.subList(1, blocks.size())) sum = sum.with(next);
        return sum;
    }

    private static long[] sum(long[] a, long[] b) {
        long[] out = new long[Math.max(a.length, b.length)];
        for (int i = 0; i < a.length; i++) out[i] += a[i];
        for (int i = 0; i < b.length; i++) out[i] += b[i];
        return out;
    }
}
