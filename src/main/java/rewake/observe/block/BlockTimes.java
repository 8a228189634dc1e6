package rewake.observe.block;

import java.util.Arrays;
import rewake.observe.Selection;
import rewake.observe.queue.TimeBook;

/**
 * What the CPUs did with their time in each block: ran, idled, how many tasks were queued. What an event has still to confirm is
 * held back block by block, since a CPU may be silent for many of them.
 */
final class BlockTimes implements TimeBook {
    private static final int BUSY = 0;
    private static final int IDLE = 1;
    private static final int QUEUED = 2;
    private static final int FIGURES = 3;

    private final Selection selection;
    private final int cpus;
    /** By block, then by CPU and figure; the same for what is held back. */
    private final long[][] known;

    private final long[][] held;
    /** By CPU: the first block in which something is held back. */
    private final int[] heldFrom;

    private long startNs;
    private long blockNs;

    BlockTimes(int cpus, Selection selection, int blocks) {
        this.cpus = cpus;
        this.selection = selection;
        known = new long[blocks][cpus * FIGURES];
        held = new long[blocks][cpus * FIGURES];
        heldFrom = new int[cpus];
        Arrays.fill(heldFrom, blocks);
    }

    /** The first block begins. */
    void begin(long timeNs, long lengthNs) {
        startNs = timeNs;
        blockNs = lengthNs;
    }

    /** Each two neighbours become one. */
    void pair() {
        pair(known);
        pair(held);
        for (int cpu = 0; cpu < cpus; cpu++) if (heldFrom[cpu] < held.length) heldFrom[cpu] /= 2;
        blockNs *= 2;
    }

    private static void pair(long[][] blocks) {
        for (int b = 0; b < blocks.length; b++) {
            long[] first = blocks[b];
            if (b > 0) Arrays.fill(first, 0);
            if (2 * b >= blocks.length) continue;
            if (b > 0) add(first, blocks[2 * b]);
            add(first, blocks[2 * b + 1]);
        }
    }

    private static void add(long[] to, long[] more) {
        for (int i = 0; i < to.length; i++) to[i] += more[i];
    }

    @Override
    public void known(int cpu, int length, boolean busy, long fromNs, long toNs) {
        add(known, cpu, length, busy, fromNs, toNs);
    }

    @Override
    public void held(int cpu, int length, boolean busy, long fromNs, long toNs) {
        heldFrom[cpu] = Math.min(heldFrom[cpu], block(fromNs));
        add(held, cpu, length, busy, fromNs, toNs);
    }

    @Override
    public void release(int cpu) {
        for (int b = heldFrom[cpu]; b < held.length; b++)
            for (int at = cpu * FIGURES; at < (cpu + 1) * FIGURES; at++) known[b][at] += held[b][at];
        drop(cpu);
    }

    @Override
    public void drop(int cpu) {
        for (int b = heldFrom[cpu]; b < held.length; b++) Arrays.fill(held[b], cpu * FIGURES, (cpu + 1) * FIGURES, 0);
        heldFrom[cpu] = held.length;
    }

    private void add(long[][] to, int cpu, int length, boolean busy, long fromNs, long toNs) {
        for (long at = fromNs; at < toNs; ) {
            int b = block(at);
            long until = Math.min(toNs, startNs + (b + 1) * blockNs);
            to[b][cpu * FIGURES + (busy ? BUSY : IDLE)] += until - at;
            to[b][cpu * FIGURES + QUEUED] += length * (until - at);
            at = until;
        }
    }

    private int block(long timeNs) {
        return (int) ((timeNs - startNs) / blockNs);
    }

    /** Adds what is known of one CPU in one block to a tally. */
    void addTo(Tally tally, int block, int cpu) {
        if (cpu >= cpus || !selection.cpu(cpu)) return;
        int at = cpu * FIGURES;
        tally.add(Count.BUSY_NS, known[block][at + BUSY]);
        tally.add(Count.IDLE_NS, known[block][at + IDLE]);
        tally.add(Count.QUEUED_NS, known[block][at + QUEUED]);
    }

    /** Adds what is known of all CPUs that count. */
    void addTo(Tally tally, int block) {
        for (int cpu = 0; cpu < cpus; cpu++) addTo(tally, block, cpu);
    }

    /** Time each CPU that counts ran something in a block, ns. */
    long[] busyNs(int block) {
        long[] out = new long[cpus];
        int n = 0;
        for (int cpu = 0; cpu < cpus; cpu++) if (selection.cpu(cpu)) out[n++] = known[block][cpu * FIGURES + BUSY];
        return Arrays.copyOf(out, n);
    }
}
