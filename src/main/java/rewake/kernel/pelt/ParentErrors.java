package rewake.kernel.pelt;

import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;

import java.util.Arrays;

/** How far run queues with groups on them are off, beside those of a kernel that passes removals up at once. */
final class ParentErrors {
    private static final int SHIFT = 2;

    private final GroupTree tree;
    private final Moment moment;
    private final TgErrors errors;
    private ParentTrail exact = new ParentTrail();
    private int at;
    /** By run queue: load, utilisation and runnable average too much, and since when (ns; 0: not seen yet). */
    private long[] off = new long[0];

    ParentErrors(GroupTree tree, Moment moment, TgErrors errors) {
        this.tree = tree;
        this.moment = moment;
        this.errors = errors;
    }

    /** As far as {@code of} is, noted down in {@code errors}. */
    ParentErrors(ParentErrors of, TgErrors errors) {
        this(of.tree, of.moment, errors);
        exact = of.exact;
        at = of.at;
        off = of.off.clone();
    }

    void room() {
        off = Arrays.copyOf(off, tree.queues() << SHIFT);
    }

    /** What follows is put beside {@code trail}, from its beginning. */
    void follow(ParentTrail trail) {
        exact = trail;
        at = 0;
    }

    /** An operation is over that went through the queue {@code q}. */
    void settle(int q, SchedAvgs avgs) {
        int row = q << SHIFT;
        long now = moment.ns;
        long stood = now - off[row + 3];
        if (stood > 0) {
            if (off[row + 3] != 0) {
                int group = tree.group(q);
                errors.of(TgError.PARENT_LOAD, group).add(off[row], stood);
                errors.of(TgError.PARENT_UTIL, group).add(off[row + 1], stood);
                errors.of(TgError.PARENT_RUNNABLE, group).add(off[row + 2], stood);
            }
            off[row + 3] = now;
        }
        off[row] = avgs.get(q, LOAD_AVG) - exact.get(at++);
        off[row + 1] = avgs.get(q, UTIL_AVG) - exact.get(at++);
        off[row + 2] = avgs.get(q, RUNNABLE_AVG) - exact.get(at++);
    }
}
