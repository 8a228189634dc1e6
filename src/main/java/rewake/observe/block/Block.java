package rewake.observe.block;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One block of time: what the machine, each task name and, where asked for, each CPU had in it. */
final class Block {
    private final BlockTally all;
    private final Map<Integer, BlockTally> byComm;
    private final @Nullable BlockTally[] byCpu;

    Block(BlockTally all, Map<Integer, BlockTally> byComm, @Nullable BlockTally[] byCpu) {
        this.all = all;
        this.byComm = byComm;
        this.byCpu = byCpu;
    }

    BlockTally all() {
        return all;
    }

    @Nullable
    BlockTally comm(int comm) {
        return byComm.get(comm);
    }

    @Nullable
    BlockTally cpu(int cpu) {
        return cpu < byCpu.length ? byCpu[cpu] : null;
    }

    /** Both as one. */
    Block with(Block next) {
        var comms = new TreeMap<>(byComm);
        next.byComm.forEach((comm, tally) -> comms.merge(comm, tally, BlockTally::with));
        @Nullable BlockTally[] cpus = Arrays.copyOf(next.byCpu, Math.max(byCpu.length, next.byCpu.length));
        for (int cpu = 0; cpu < byCpu.length; cpu++) cpus[cpu] = together(byCpu[cpu], cpus[cpu]);
        return new Block(all.with(next.all), comms, cpus);
    }

    private static @Nullable BlockTally together(@Nullable BlockTally a, @Nullable BlockTally b) {
        if (a == null) return b;
        return b == null ? a : a.with(b);
    }
}
