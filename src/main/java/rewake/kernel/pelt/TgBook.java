package rewake.kernel.pelt;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is noted down while one set of rules works: counts, errors, and the cache lines of every way to store the counters
 * that somebody asked for. Those do not change any number, so they share the rest.
 */
final class TgBook {
    final TgCells cells;
    /** Changes of the utilisation by what was propagated alone. */
    final TgCells propagated;

    final TgErrors errors;

    private final GroupTree tree;
    private final Moment moment;
    private final @Nullable ParentErrors parents;
    private LineCounts[] lines = new LineCounts[0];

    /** {@code delays}: whether this kernel delays removals, and is compared with one that does not. */
    TgBook(GroupTree tree, Moment moment, boolean delays) {
        this.tree = tree;
        this.moment = moment;
        cells = new TgCells(TgCount.CALLS, TgCount.UTIL_CHANGES);
        propagated = new TgCells(TgCount.UTIL_CHANGES, TgCount.UTIL_CHANGES);
        errors = new TgErrors(tree, moment);
        parents = delays ? new ParentErrors(tree, moment, errors) : null;
        room();
    }

    /** What stands in {@code of} so far. */
    TgBook(TgBook of) {
        tree = of.tree;
        moment = of.moment;
        cells = new TgCells(of.cells);
        propagated = new TgCells(of.propagated);
        errors = new TgErrors(of.errors);
        parents = of.parents == null ? null : new ParentErrors(of.parents, errors);
        lines = Arrays.stream(of.lines).map(LineCounts::new).toArray(LineCounts[]::new);
    }

    /** A ledger of the same numbers for these {@code rules}. */
    TgLedger ledger(TgRules rules, int[] nodeOf) {
        return new TgLedger(rules, tree, this, lines(rules, nodeOf), nodes(nodeOf));
    }

    private static int nodes(int[] nodeOf) {
        return 1 + Arrays.stream(nodeOf).max().orElse(0);
    }

    /** The cache lines of counters as these {@code rules} store them, counted from the first call on. */
    LineCounts lines(TgRules rules, int[] nodeOf) {
        int counters = rules.counters() == TgRules.Counters.ONE ? 1 : nodes(nodeOf);
        for (LineCounts known : lines) if (known.counters == counters) return known;
        var added = new LineCounts(tree, nodeOf, counters);
        lines = Arrays.copyOf(lines, lines.length + 1);
        lines[lines.length - 1] = added;
        return added;
    }

    void room() {
        cells.room(tree.queues());
        propagated.room(tree.queues());
        errors.room();
        if (parents != null) parents.room();
        for (LineCounts l : lines) l.room();
    }

    void at(long ns) {
        cells.at(ns);
        propagated.at(ns);
        for (LineCounts l : lines) l.transfers.at(ns);
    }

    /** {@code update_tg_load_avg()} was called. */
    void call(int q, boolean early, boolean writes) {
        cells.count(q, TgCount.CALLS);
        if (early) cells.count(q, TgCount.RATE_LIMITED);
        else if (writes) write(q);
        else cells.count(q, TgCount.BELOW_THRESHOLD);
    }

    void write(int q) {
        cells.count(q, TgCount.WRITES);
        for (LineCounts l : lines) l.write(q, moment.by);
    }

    /** The group's load was read, and {@code got} of its shares given. */
    void read(int q, long got, long shares, long queued, long load) {
        cells.count(q, TgCount.READS);
        for (LineCounts l : lines) l.read(q, moment.by);
        errors.read(q, got, shares, queued, load);
    }

    void hook(int q) {
        cells.count(q, TgCount.UTIL_CHANGES);
    }

    /** Nothing changed the utilisation but what was propagated: not all rules tell of that. */
    void hookPropagated(int q) {
        propagated.count(q, TgCount.UTIL_CHANGES);
    }

    /** The kernel that is compared with left {@code trail} in what follows. */
    void follow(ParentTrail trail) {
        if (parents != null) parents.follow(trail);
    }

    /** An operation went through the queue {@code q} of a task, or of a group's entity. */
    void parent(int q, SchedAvgs avgs) {
        if (parents != null) parents.settle(q, avgs);
    }

    void clear() {
        cells.clear();
        propagated.clear();
        errors.clear();
        for (LineCounts l : lines) l.transfers.clear();
    }
}
