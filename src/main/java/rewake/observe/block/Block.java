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
    private final long[] busyNs;

    Block(BlockTally all, Map<Integer, BlockTally> byComm, @Nullable BlockTally[] byCpu, long[] busyNs) {
        this.all = all;
        this.byComm = byComm;
        this.byCpu = byCpu;
        this.busyNs = busyNs;
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

    long[] busyNs() {
        return busyNs;
    }

    /**
     * Takes back time in which a CPU was thought to go on as before.
     *
     * @param place of the CPU among those that count
     * @param queued how many tasks it had on its queue
     */
    void takeBack(int cpu, int place, long ns, boolean busy, int queued) {
        BlockTally own = cpu(cpu);
        for (BlockTally tally : own == null ? List.of(all) : List.of(all, own)) {
            tally.takeBack(busy ? Count.BUSY_NS : Count.IDLE_NS, ns);
            tally.takeBack(Count.QUEUED_NS, ns * queued);
        }
        if (busy && place < busyNs.length) busyNs[place] = Math.max(0, busyNs[place] - ns);
    }

    /** Both as one. */
    Block with(Block next) {
        var comms = new TreeMap<>(byComm);
        next.byComm.forEach((comm, tally) -> comms.merge(comm, tally, BlockTally::with));
        @Nullable BlockTally[] cpus = Arrays.copyOf(next.byCpu, Math.max(byCpu.length, next.byCpu.length));
        for (int cpu = 0; cpu < byCpu.length; cpu++) cpus[cpu] = together(byCpu[cpu], cpus[cpu]);
        long[] busy = Arrays.copyOf(next.busyNs, Math.max(busyNs.length, next.busyNs.length));
        for (int cpu = 0; cpu < busyNs.length; cpu++) busy[cpu] += busyNs[cpu];
        return new Block(all.with(next.all), comms, cpus, busy);
    }

    private static @Nullable BlockTally together(@Nullable BlockTally a, @Nullable BlockTally b) {
        if (a == null) return b;
        return b == null ? a : a.with(b);
    }
}
