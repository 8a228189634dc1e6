package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * How far the loads of groups are off, followed from operation to operation: what stands between two of them weighs as long
 * as that is. Only the groups that an operation touches are looked at, for others nothing changed.
 */
final class TgErrors {
    private static final long MILLION = 1_000_000;

    private final GroupTree tree;
    private final Moment moment;
    private WeightedErrors[] errors = new WeightedErrors[0];
    /** By run queue: its load as it was last seen, and the same without what has been removed. */
    private long[] seen = new long[0];

    private long[] visible = new long[0];
    private long[] attached = new long[0];
    private long[] known = new long[0];
    private long[] sinceNs = new long[0];

    TgErrors(GroupTree tree, Moment moment) {
        this.tree = tree;
        this.moment = moment;
    }

    void room() {
        int groups = tree.count();
        int old = errors.length / TgError.KINDS;
        errors = Arrays.copyOf(errors, groups * TgError.KINDS);
        for (int i = old * TgError.KINDS; i < errors.length; i++) errors[i] = new WeightedErrors();
        seen = Arrays.copyOf(seen, tree.queues() << 1);
        visible = Arrays.copyOf(visible, groups);
        attached = Arrays.copyOf(attached, groups);
        known = Arrays.copyOf(known, groups);
        sinceNs = Arrays.copyOf(sinceNs, groups);
        Arrays.fill(sinceNs, old, groups, -1);
    }

    WeightedErrors of(TgError kind, int group) {
        return errors[group * TgError.KINDS + kind.ordinal()];
    }

    /** An operation has left the queue {@code q} with these: until now, its group was as the operation before had left it. */
    void settle(int q, long load, long removed, long tgLoad) {
        int group = tree.group(q);
        stood(group);
        see(q, load);
        long left = Math.max(0, load - removed);
        attached[group] += left - seen[(q << 1) + 1];
        seen[(q << 1) + 1] = left;
        known[group] = tgLoad;
    }

    private void see(int q, long load) {
        visible[tree.group(q)] += load - seen[q << 1];
        seen[q << 1] = load;
    }

    private void stood(int group) {
        long since = sinceNs[group];
        long now = moment.ns;
        if (since < 0) {
            sinceNs[group] = now;
        } else if (now > since) {
            sinceNs[group] = now;
            long off = known[group] - visible[group];
            of(TgError.CONTRIB, group).add(off, now - since);
            of(TgError.CONTRIB_RELATIVE, group).add(parts(off, visible[group]), now - since);
            of(TgError.REMOVED, group).add(visible[group] - attached[group], now - since);
        }
    }

    private static long parts(long off, long of) {
        return off == 0 ? 0 : off * MILLION / Math.max(1, of);
    }

    /** All that stands does so until now. */
    void finish() {
        for (int group = 1; group < tree.count(); group++) if (sinceNs[group] >= 0) stood(group);
    }

    /** {@code got} of the group's {@code shares} was given to the queue {@code q}, which has {@code load}. */
    void read(int q, long got, long shares, long queued, long load) {
        stood(tree.group(q));
        see(q, load);
        long ideal = Groups.share(shares, visible[tree.group(q)], load, queued, load);
        of(TgError.SHARE, tree.group(q)).add(parts(got - ideal, ideal), 1);
    }

    /** The loads of the group's run queues, brought to this moment, are {@code aged}; that stands for {@code ns}. */
    void aged(int group, long aged, long ns) {
        of(TgError.AGED, group).add(attached[group] - aged, ns);
        of(TgError.TOTAL, group).add(known[group] - aged, ns);
        of(TgError.TOTAL_RELATIVE, group).add(parts(known[group] - aged, aged), ns);
    }

    void clear() {
        for (WeightedErrors e : errors) e.clear();
    }
}
