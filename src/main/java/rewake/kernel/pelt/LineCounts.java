package rewake.kernel.pelt;

/**
 * What accesses to the counters of groups move between caches, under one way to store them: for all variants that write and
 * read alike.
 */
final class LineCounts {
    final int counters;
    final TgCells transfers;

    private final GroupTree tree;
    private final CounterLines lines;

    /** {@code counters} a group: 1, or one a node. */
    LineCounts(GroupTree tree, int[] nodeOf, int counters) {
        this.tree = tree;
        this.counters = counters;
        lines = new CounterLines(nodeOf, counters);
        transfers = new TgCells(TgCount.WRITE_TRANSFERS, TgCount.READ_TRANSFERS_CROSS_NODE);
        room();
    }

    /** What {@code of} has counted so far. */
    LineCounts(LineCounts of) {
        tree = of.tree;
        counters = of.counters;
        lines = new CounterLines(of.lines);
        transfers = new TgCells(of.transfers);
    }

    void room() {
        lines.room(tree.count());
        transfers.room(tree.queues());
    }

    void write(int q, int by) {
        int transfer = lines.write(tree.group(q), by);
        if (transfer == CounterLines.HIT) return;
        transfers.count(q, TgCount.WRITE_TRANSFERS);
        if (transfer == CounterLines.CROSS_NODE) transfers.count(q, TgCount.WRITE_TRANSFERS_CROSS_NODE);
    }

    void read(int q, int by) {
        int group = tree.group(q);
        for (int counter = 0; counter < counters; counter++) {
            int transfer = lines.read(group, counter, by);
            if (transfer == CounterLines.HIT) continue;
            transfers.count(q, TgCount.READ_TRANSFERS);
            if (transfer == CounterLines.CROSS_NODE) transfers.count(q, TgCount.READ_TRANSFERS_CROSS_NODE);
        }
    }
}
