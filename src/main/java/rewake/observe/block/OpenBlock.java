package rewake.observe.block;

import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The block of time that is being counted: tallies of all names and, where asked for, of all CPUs. */
final class OpenBlock {
    private final boolean perCpu;
    private final Tally all = new Tally();
    private Tally[] byComm = new Tally[0];
    private Tally[] byCpu = new Tally[0];

    OpenBlock(boolean perCpu) {
        this.perCpu = perCpu;
    }

    void add(int comm, int cpu, Count what, long n) {
        if (comm >= byComm.length) byComm = tallies(byComm, Math.max(comm + 1, byComm.length * 2));
        byComm[comm].add(what, n);
        if (!perCpu) return;
        if (cpu >= byCpu.length) byCpu = tallies(byCpu, cpu + 1);
        byCpu[cpu].add(what, n);
    }

    /** A duration of something that was counted before. */
    void record(int comm, int cpu, Span what, long ns) {
        byComm[comm].record(what, ns);
        if (perCpu) byCpu[cpu].record(what, ns);
    }

    /** What was counted; counting begins anew. */
    Block close(long lengthNs, long unconservedNs) {
        var comms = new TreeMap<Integer, BlockTally>();
        for (int comm = 0; comm < byComm.length; comm++) {
            if (!byComm[comm].used()) continue;
            all.addAll(byComm[comm]);
            comms.put(comm, taken(byComm[comm]));
        }
        all.add(Count.TIME_NS, lengthNs);
        all.add(Count.UNCONSERVED_NS, unconservedNs);
        var cpus = new @Nullable BlockTally[byCpu.length];
        for (int cpu = 0; cpu < cpus.length; cpu++) cpus[cpu] = taken(byCpu[cpu]);
        return new Block(taken(all), comms, cpus);
    }

    private static BlockTally taken(Tally tally) {
        BlockTally frozen = tally.frozen();
        tally.clear();
        return frozen;
    }

    private static Tally[] tallies(Tally[] old, int n) {
        Tally[] out = Arrays.copyOf(old, n);
        for (int i = old.length; i < n; i++) out[i] = new Tally();
        return out;
    }
}
