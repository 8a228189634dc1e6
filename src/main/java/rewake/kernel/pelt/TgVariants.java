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
    private final ParentTrail trail = new ParentTrail();
    private final Moment moment;
    private final @Nullable LevelOps ops;
    private long pageEndsNs;
    private long agedNs;

    /** Without {@code variants} there is one, by {@code rules} and without accounts; else the first is that of base. */
    TgVariants(GroupTree tree, Moment moment, PeltRules rules, List<TgRules> variants, int[] nodeOf) {
        this.moment = moment;
        if (variants.isEmpty()) {
            first = new GroupLoads(tree, moment, rules, null);
            ops = null;
            return;
        }
        Map<TgRules, GroupLoads> byRules = new LinkedHashMap<>();
        first = new GroupLoads(tree, moment, rules.withTg(TgRules.BASE), new TgBook(tree, moment, null));
        byRules.put(TgRules.BASE, first);
        for (TgRules variant : variants) {
            GroupLoads itsLoads = byRules.computeIfAbsent(variant.arithmetic(), key -> {
                if (key.delaysRemoval()) first.trail = trail;
                var book = new TgBook(tree, moment, key.delaysRemoval() ? trail : null);
                return new GroupLoads(tree, moment, rules.withTg(key), book);
            });
            loads.add(itsLoads);
            ledgers.add(bookOf(itsLoads).ledger(variant, nodeOf));
        }
        distinct.addAll(byRules.values());
        var others = distinct.subList(1, distinct.size()).toArray(new GroupLoads[0]);
        ops = new LevelOps(first, others, moment, trail);
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

    private void catchUp() {
        if (ops != null) ops.catchUp();
    }

    /** An operation begins at {@code now}, executed by the CPU {@code by}: all accounts turn their pages together. */
    void at(RqClock clock, long now, int by) {
        if (ops == null) return;
        if (ops.isNearlyFull()) ops.catchUp();
        moment.ns = Math.max(moment.ns, now);
        moment.by = by;
        if (moment.ns >= pageEndsNs) turnPages();
        if (moment.ns - agedNs >= AGES_NS) age(clock);
    }

    private void turnPages() {
        long now = moment.ns;
        catchUpKeeping();
        for (GroupLoads g : distinct) bookOf(g).at(now);
        pageEndsNs = bookOf(first).cells.endNs();
    }

    private void age(RqClock clock) {
        long now = moment.ns;
        catchUpKeeping();
        if (agedNs != 0) for (GroupLoads g : distinct) g.age(clock, now, now - agedNs);
        agedNs = now;
    }

    /** The moment stays that of the operation that begins. */
    private void catchUpKeeping() {
        long now = moment.ns;
        int by = moment.by;
        catchUp();
        moment.ns = now;
        moment.by = by;
    }

    void finish() {
        catchUp();
        for (GroupLoads g : distinct) bookOf(g).errors.finish();
    }

    void clear() {
        catchUp();
        for (GroupLoads g : distinct) bookOf(g).clear();
    }
}
