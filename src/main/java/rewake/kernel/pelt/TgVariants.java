package rewake.kernel.pelt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The variants beside each other: one {@link GroupLoads} for all that have the same arithmetic, a ledger for each. */
final class TgVariants {
    private static final long AGES_NS = 1_000_000;

    final GroupLoads first;

    private final List<TgRules> variants;
    private final int[] nodeOf;
    /** By {@link TgRules#alike}, the first that of the first. */
    private final Map<TgRules, AlikeLoads> loads = new LinkedHashMap<>();

    private final Moment moment;
    private final @Nullable LevelOps ops;
    private long pageEndsNs;
    private long agedNs;

    /** Without {@code variants} there is one, by {@code rules} and without accounts; else the first is that of base. */
    TgVariants(GroupTree tree, Moment moment, PeltRules rules, List<TgRules> variants, int[] nodeOf, int threads) {
        this.moment = moment;
        this.variants = variants;
        this.nodeOf = nodeOf;
        if (variants.isEmpty()) {
            first = new GroupLoads(tree, moment, rules, null);
            ops = null;
            return;
        }
        first = new GroupLoads(tree, moment, rules.withTg(TgRules.BASE), new TgBook(tree, moment, false));
        loads.put(TgRules.BASE.alike(), new AlikeLoads(tree, first));
        for (TgRules variant : variants) {
            TgRules key = variant.arithmetic();
            loads.computeIfAbsent(key.alike(), _ -> {
                        if (key.delaysRemoval()) first.isExample();
                        var own = new Moment();
                        var book = new TgBook(tree, own, key.delaysRemoval());
                        return new AlikeLoads(tree, new GroupLoads(tree, own, rules.withTg(key), book));
                    })
                    .join(key);
            bookOf(of(variant)).lines(variant, nodeOf);
        }
        ops = new LevelOps(List.copyOf(loads.values()), tree.cpus, threads);
    }

    private GroupLoads of(TgRules variant) {
        TgRules key = variant.arithmetic();
        return Objects.requireNonNull(loads.get(key.alike())).of(key);
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
        return of(variants.get(variant));
    }

    /** Of every variant, in order; those with the same arithmetic share one. */
    GroupLoads[] all() {
        catchUp();
        return variants.stream().map(this::of).toArray(GroupLoads[]::new);
    }

    int count() {
        return variants.size();
    }

    TgLedger ledger(int variant) {
        TgRules rules = variants.get(variant);
        return bookOf(loads(variant)).ledger(rules, nodeOf);
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
        for (AlikeLoads alike : loads.values())
            for (GroupLoads g : alike.all()) bookOf(g).errors.finish();
    }

    void clear() {
        catchUp();
        for (AlikeLoads alike : loads.values())
            for (GroupLoads g : alike.all()) {
                bookOf(g).clear();
                g.queues.clearPeriods();
            }
    }
}
