package rewake.kernel.pelt;

import java.util.Arrays;

/**
 * How far the loads of groups are off, followed from operation to operation: what stands between two of them weighs as long
 * as that is. Only the groups that an operation touches are looked at, for others nothing changed; and what it does not change
 * either stands on, so that a value is added once, when it ends.
 */
final class TgErrors {
    private static final long MILLION = 1_000_000;
    private static final long NEVER = -1;

    private static final int SHIFT = 4;
    /** {@code tg->load_avg}. */
    private static final int KNOWN = 0;
    /** Loads of the group's run queues as they stand, and without what has been removed. */
    private static final int VISIBLE = 1;

    private static final int ATTACHED = 2;
    /** When an operation touched the group last. */
    private static final int TOUCHED_NS = 3;
    /** What was known too much, of which visible loads, since when; and what was removed, since when. */
    private static final int OFF = 4;

    private static final int OFF_OF = 5;
    private static final int OFF_SINCE_NS = 6;
    private static final int REMOVED = 7;
    private static final int REMOVED_SINCE_NS = 8;

    private final GroupTree tree;
    private final Moment moment;
    private WeightedErrors[] errors = new WeightedErrors[0];
    private long[] rows = new long[0];
    /** By run queue: its load as it was last seen, and the same without what has been removed. */
    private long[] seen = new long[0];

    TgErrors(GroupTree tree, Moment moment) {
        this.tree = tree;
        this.moment = moment;
    }

    /** What {@code of} has seen so far. */
    TgErrors(TgErrors of) {
        this(of.tree, of.moment);
        errors = new WeightedErrors[of.errors.length];
        Arrays.setAll(errors, i -> new WeightedErrors(of.errors[i]));
        rows = of.rows.clone();
        seen = of.seen.clone();
    }

    void room() {
        int groups = tree.count();
        int old = errors.length / TgError.KINDS;
        errors = Arrays.copyOf(errors, groups * TgError.KINDS);
        for (int i = old * TgError.KINDS; i < errors.length; i++) errors[i] = new WeightedErrors();
        seen = Arrays.copyOf(seen, tree.queues() << 1);
        rows = Arrays.copyOf(rows, groups << SHIFT);
        for (int group = old; group < groups; group++) beginsAt(group << SHIFT, NEVER);
    }

    private void beginsAt(int row, long ns) {
        rows[row + TOUCHED_NS] = ns;
        rows[row + OFF_SINCE_NS] = ns;
        rows[row + REMOVED_SINCE_NS] = ns;
    }

    WeightedErrors of(TgError kind, int group) {
        return errors[group * TgError.KINDS + kind.ordinal()];
    }

    /** An operation has left the queue {@code q} with these: until now, its group was as the operation before had left it. */
    void settle(int q, long load, long removed, long tgLoad) {
        int group = tree.group(q);
        int row = group << SHIFT;
        long left = Math.max(0, load - removed);
        if (rows[row + TOUCHED_NS] == NEVER) beginsAt(row, moment.ns);
        rows[row + TOUCHED_NS] = moment.ns;
        if (stands(q, row, load, left, tgLoad)) return;
        see(q, row, load);
        rows[row + ATTACHED] += left - seen[(q << 1) + 1];
        seen[(q << 1) + 1] = left;
        rows[row + KNOWN] = tgLoad;
        change(group, row);
    }

    /** Whether nothing is other than it was; what was read has not been settled where it changed what is visible. */
    private boolean stands(int q, int row, long load, long left, long tgLoad) {
        return load == seen[q << 1]
                && left == seen[(q << 1) + 1]
                && tgLoad == rows[row + KNOWN]
                && rows[row + VISIBLE] == rows[row + OFF_OF];
    }

    private void see(int q, int row, long load) {
        rows[row + VISIBLE] += load - seen[q << 1];
        seen[q << 1] = load;
    }

    /** What has changed does so from now on. */
    private void change(int group, int row) {
        long visible = rows[row + VISIBLE];
        long off = rows[row + KNOWN] - visible;
        if (off != rows[row + OFF] || visible != rows[row + OFF_OF]) {
            endOff(group, row);
            rows[row + OFF] = off;
            rows[row + OFF_OF] = visible;
        }
        long removed = visible - rows[row + ATTACHED];
        if (removed != rows[row + REMOVED]) {
            endRemoved(group, row);
            rows[row + REMOVED] = removed;
        }
    }

    private void endOff(int group, int row) {
        long stood = moment.ns - rows[row + OFF_SINCE_NS];
        if (stood <= 0) return;
        rows[row + OFF_SINCE_NS] = moment.ns;
        long off = rows[row + OFF];
        of(TgError.CONTRIB, group).add(off, stood);
        of(TgError.CONTRIB_RELATIVE, group).add(parts(off, rows[row + OFF_OF]), stood);
    }

    private void endRemoved(int group, int row) {
        long stood = moment.ns - rows[row + REMOVED_SINCE_NS];
        if (stood <= 0) return;
        rows[row + REMOVED_SINCE_NS] = moment.ns;
        of(TgError.REMOVED, group).add(rows[row + REMOVED], stood);
    }

    private static long parts(long off, long of) {
        return off == 0 ? 0 : off * MILLION / Math.max(1, of);
    }

    /** All that stands does so until now. */
    void finish() {
        for (int group = 1; group < tree.count(); group++) {
            int row = group << SHIFT;
            if (rows[row + TOUCHED_NS] == NEVER) continue;
            endOff(group, row);
            endRemoved(group, row);
        }
    }

    /** {@code got} of the group's {@code shares} was given to the queue {@code q}, which has {@code load}. */
    void read(int q, long got, long shares, long queued, long load) {
        int group = tree.group(q);
        int row = group << SHIFT;
        see(q, row, load);
        long ideal = Groups.share(shares, rows[row + VISIBLE], load, queued, load);
        of(TgError.SHARE, group).add(parts(got - ideal, ideal), 1);
    }

    /** The loads of the group's run queues, brought to this moment, are {@code aged}; that stands for {@code ns}. */
    void aged(int group, long aged, long ns) {
        long attached = rows[(group << SHIFT) + ATTACHED];
        long known = rows[(group << SHIFT) + KNOWN];
        of(TgError.AGED, group).add(attached - aged, ns);
        of(TgError.TOTAL, group).add(known - aged, ns);
        of(TgError.TOTAL_RELATIVE, group).add(parts(known - aged, aged), ns);
    }

    void clear() {
        for (WeightedErrors e : errors) e.clear();
        for (int row = 0; row < rows.length; row += 1 << SHIFT) beginsAt(row, rows[row + TOUCHED_NS]);
    }
}
