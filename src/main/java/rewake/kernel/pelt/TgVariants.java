package rewake.kernel.pelt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The variants beside each other: one {@link GroupLoads} for all that have the same arithmetic, a ledger for each. */
final class TgVariants {
    private static final long AGES_NS = 1_000_000;

    final GroupLoads first;

    private final List<GroupLoads> distinct = new ArrayList<>();
    private final List<GroupLoads> loads = new ArrayList<>();
    private final List<TgLedger> ledgers = new ArrayList<>();
    private final Moment moment;
    private final @Nullable LevelOps ops;
    private long pageEndsNs;
    private long agedNs;

    /** Without {@code variants} there is one, by {@code rules} and without accounts; else the first is that of base. */
    TgVariants(GroupTree tree, Moment moment, PeltRules rules, List<TgRules> variants, int[] nodeOf, int threads) {
        this.moment = moment;
        if (variants.isEmpty()) {
            first = new GroupLoads(tree, moment, rules, null);
            ops = null;
            return;
        }
        Map<TgRules, GroupLoads> byRules = new LinkedHashMap<>();
        first = new GroupLoads(tree, moment, rules.withTg(TgRules.BASE), new TgBook(tree, moment, false));
        byRules.put(TgRules.BASE, first);
        for (TgRules variant : variants) {
            GroupLoads itsLoads = byRules.computeIfAbsent(variant.arithmetic(), key -> {
                if (key.delaysRemoval()) first.isExample();
                var own = new Moment();
                return new GroupLoads(tree, own, rules.withTg(key), new TgBook(tree, own, key.delaysRemoval()));
            });
            loads.add(itsLoads);
            ledgers.add(bookOf(itsLoads).ledger(variant, nodeOf));
        }
        distinct.addAll(byRules.values());
        ops = new LevelOps(first, distinct.subList(1, distinct.size()), tree.cpus, threads);
    }

    private static TgBook bookOf(GroupLoads g) {
        return Objects.requireNonNull(g.book);
    }

    /** Whom to tell what happens. */
    Levels levels() {
        return ops == null ? first : ops;
    }

    GroupLoads loads(int variant) {
        catchUp();
        return loads.get(variant);
    }

    /** Of every variant, in order; those with the same arithmetic share one. */
    GroupLoads[] all() {
        catchUp();
        return loads.toArray(new GroupLoads[0]);
    }

    int count() {
        return loads.size();
    }

    TgLedger ledger(int variant) {
        catchUp();
        return ledgers.get(variant);
    }

    /** All are where the first is. */
    void catchUp() {
        if (ops != null) ops.catchUp();
    }

    /** An operation begins at {@code now}, executed by the CPU {@code by}: all accounts turn their pages together. */
    void at(RqClock clock, long now, int by) {
        if (ops == null) return;
        ops.makeRoom();
        moment.ns = Math.max(moment.ns, now);
        moment.by = by;
        if (moment.ns >= pageEndsNs) {
            ops.turnPage();
            pageEndsNs = bookOf(first).cells.endNs();
        }
        if (moment.ns - agedNs >= AGES_NS) {
            if (agedNs != 0) ops.age(clock, moment.ns - agedNs);
            agedNs = moment.ns;
        }
    }

    void finish() {
        if (ops == null) return;
        ops.finish();
        for (GroupLoads g : distinct) bookOf(g).errors.finish();
    }

    void clear() {
        catchUp();
        for (GroupLoads g : distinct) {
            bookOf(g).clear();
            g.queues.clearPeriods();
        }
    }
}
