package rewake.kernel.pelt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The variants beside each other: one {@link GroupLoads} for all that have the same arithmetic, a ledger for each. */
final class TgVariants {
    private final GroupLoads[] distinct;
    private final List<GroupLoads> loads = new ArrayList<>();
    private final List<TgLedger> ledgers = new ArrayList<>();
    private long pageEndsNs;

    /** Without {@code variants} there is one, by {@code rules} and without accounts; else the first is that of base. */
    TgVariants(
            GroupTree tree,
            RqClock clock,
            Moment moment,
            PeltRules rules,
            List<TgRules> variants,
            int[] nodeOf) {
        if (variants.isEmpty()) {
            distinct = new GroupLoads[] {new GroupLoads(tree, clock, rules, null)};
            return;
        }
        Map<TgRules, GroupLoads> byRules = new LinkedHashMap<>();
        var base = new TgBook(tree, moment, null);
        var exact = new GroupLoads(tree, clock, rules.withTg(TgRules.BASE), base);
        byRules.put(TgRules.BASE, exact);
        for (TgRules variant : variants) {
            GroupLoads itsLoads = byRules.computeIfAbsent(variant.arithmetic(), key -> {
                @Nullable SchedAvgs beside = key.delaysRemoval() ? exact.queues.avgs : null;
                return new GroupLoads(tree, clock, rules.withTg(key), new TgBook(tree, moment, beside));
            });
            loads.add(itsLoads);
            ledgers.add(bookOf(itsLoads).ledger(variant, nodeOf));
        }
        distinct = byRules.values().toArray(new GroupLoads[0]);
    }

    private static TgBook bookOf(GroupLoads g) {
        return Objects.requireNonNull(g.book);
    }

    /** Each that is to be computed. */
    GroupLoads[] distinct() {
        return distinct;
    }

    boolean isEmpty() {
        return ledgers.isEmpty();
    }

    GroupLoads loads(int variant) {
        return loads.get(variant);
    }

    TgLedger ledger(int variant) {
        return ledgers.get(variant);
    }

    /** Events have come to {@code ns}: all accounts turn their pages together. */
    void at(long ns) {
        if (ns < pageEndsNs) return;
        for (GroupLoads g : distinct) bookOf(g).at(ns);
        pageEndsNs = bookOf(distinct[0]).cells.endNs();
    }

    void finish() {
        if (!isEmpty()) for (GroupLoads g : distinct) bookOf(g).errors.finish();
    }

    void clear() {
        if (!isEmpty()) for (GroupLoads g : distinct) bookOf(g).clear();
    }
}
