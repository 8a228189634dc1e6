package rewake.kernel.pelt;

/**
 * The accounts of one variant: how often the loads of groups were written and read, what that moved between caches, and how
 * far they were off. By group, CPU of the run queue and second; the level of a group is {@link FairLoads#depth}.
 */
public final class TgLedger {
    /** {@code MAX_NUMNODES} of distributions: the bits that a reader walks where nothing says how many nodes there are. */
    private static final int POSSIBLE_NODES = 1024;

    private final TgRules rules;
    private final GroupTree tree;
    private final TgBook book;
    private final int nodes;
    private final LineCounts lines;

    /** {@code lines} of as many counters as the rules say, of {@code nodes} nodes. */
    TgLedger(TgRules rules, GroupTree tree, TgBook book, LineCounts lines, int nodes) {
        this.rules = rules;
        this.tree = tree;
        this.book = book;
        this.lines = lines;
        this.nodes = nodes;
    }

    /** The rules that made these numbers. */
    public TgRules rules() {
        return rules;
    }

    /** In how many seconds something happened, the last of them not whole; the first begins with the first operation. */
    public int pages() {
        return book.cells.pages();
    }

    /** Which second from the first operation on {@code page} is of, from 0. */
    public long second(int page) {
        return book.cells.second(page);
    }

    /** When the first second begins, ns of the run-queue clock; −1 where nothing happened. */
    public long startNs() {
        return book.cells.startNs();
    }

    /** Count of one run queue in the second of a page. */
    public long of(TgCount what, int group, int cpu, int page) {
        int q = tree.queue(group, cpu);
        return switch (what) {
            case CALLS, RATE_LIMITED, BELOW_THRESHOLD, WRITES, READS -> book.cells.get(page, q, what);
            case UTIL_CHANGES ->
                book.cells.get(page, q, what) + (rules.hooksPropagated() ? book.propagated.get(page, q, what) : 0);
            case READ_OPERATIONS -> lines.counters * book.cells.get(page, q, TgCount.READS);
            case WRITE_TRANSFERS, WRITE_TRANSFERS_CROSS_NODE, READ_TRANSFERS, READ_TRANSFERS_CROSS_NODE ->
                lines.transfers.get(page, q, what);
        };
    }

    /** Count of one run queue. */
    public long of(TgCount what, int group, int cpu) {
        long sum = 0;
        for (int page = 0; page < pages(); page++) sum += of(what, group, cpu, page);
        return sum;
    }

    /** Count of a group. */
    public long of(TgCount what, int group) {
        long sum = 0;
        for (int cpu = 0; cpu < tree.cpus; cpu++) sum += of(what, group, cpu);
        return sum;
    }

    /** Count of all groups; of {@link TgCount#UTIL_CHANGES} that of the root alone, which is what {@code cpufreq} is told. */
    public long total(TgCount what) {
        if (what == TgCount.UTIL_CHANGES) return of(what, 0);
        long sum = 0;
        for (int group = 1; group < tree.count(); group++) sum += of(what, group);
        return sum;
    }

    /** Bits of node bitmaps that readers walked: 1024 a read, or as many as there are nodes; 0 with one counter. */
    public long nodeBits() {
        return switch (rules.counters()) {
            case ONE -> 0;
            case PER_NODE -> POSSIBLE_NODES * total(TgCount.READS);
            case PER_NODE_MASKED -> nodes * total(TgCount.READS);
        };
    }

    /**
     * How far {@code group} was off in {@code kind}. Of the root (0) there are the parents' errors alone, and those of any
     * group only where the rules delay removals.
     */
    public WeightedErrors error(TgError kind, int group) {
        return book.errors.of(kind, group);
    }
}
