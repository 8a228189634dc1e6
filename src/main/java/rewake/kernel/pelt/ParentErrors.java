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
    private final ParentTrail exact;
    /** By run queue: load, utilisation and runnable average too much, and since when (ns; 0: not seen yet). */
    private long[] off = new long[0];

    ParentErrors(GroupTree tree, Moment moment, TgErrors errors, ParentTrail exact) {
        this.tree = tree;
        this.moment = moment;
        this.errors = errors;
        this.exact = exact;
    }

    void room() {
        off = Arrays.copyOf(off, tree.queues() << SHIFT);
    }

    /** An operation is over that went through the queue {@code q}. */
    void settle(int q, SchedAvgs avgs) {
        int at = q << SHIFT;
        long now = moment.ns;
        long stood = now - off[at + 3];
        if (stood > 0) {
            if (off[at + 3] != 0) {
                int group = tree.group(q);
                errors.of(TgError.PARENT_LOAD, group).add(off[at], stood);
                errors.of(TgError.PARENT_UTIL, group).add(off[at + 1], stood);
                errors.of(TgError.PARENT_RUNNABLE, group).add(off[at + 2], stood);
            }
            off[at + 3] = now;
        }
        off[at] = avgs.get(q, LOAD_AVG) - exact.next();
        off[at + 1] = avgs.get(q, UTIL_AVG) - exact.next();
        off[at + 2] = avgs.get(q, RUNNABLE_AVG) - exact.next();
    }
}
