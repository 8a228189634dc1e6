package rewake.replay;

import rewake.kernel.HiddenState;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.SchedState;
import rewake.kernel.SisUtil;

/**
 * {@code select_idle_sibling()} of one model, asked for one state and the two targets that a wake-up can have. No search is
 * made twice, and none where another limit cannot change it: nr_idle_scan is read only by searches under SIS_UTIL that the
 * early tests did not end, and more of it is of no use to a search that did not reach its limit.
 */
final class Searches {
    private final SchedState state;
    private KernelModel kernel = KernelModel.origin();
    private final long[] answer = new long[2];
    private final boolean[] asked = new boolean[2];

    Searches(SchedState state) {
        this.state = state;
    }

    /** Another state, in which {@code model} answered {@code decision}. */
    void begin(KernelModel model, long decision) {
        kernel = model;
        asked[0] = false;
        asked[1] = false;
        if (mended(decision)) return;
        int slot = slot(Placement.target(decision));
        answer[slot] = decision;
        asked[slot] = true;
    }

    /** Whether the wakee may not use the CPU that was found, and another took its place. */
    private static boolean mended(long decision) {
        return Placement.path(decision) == Path.SLOW_PATH;
    }

    private int slot(int target) {
        return target == state.prev() ? 0 : 1;
    }

    /** The search from {@code target}, the waker's CPU or prev; of the effects those of a decision may be among its. */
    long at(int target) {
        int slot = slot(target);
        if (!asked[slot]) {
            answer[slot] = kernel.selectIdleSibling(state, target);
            asked[slot] = true;
        }
        return answer[slot];
    }

    /** The same with another {@code nr_idle_scan}. */
    long at(int target, int limit) {
        long known = at(target);
        HiddenState hidden = state.hidden();
        int llc = state.machine().llc(target);
        int now = hidden.nrIdleScan(llc);
        if (limit == now || !dependsOnLimit(known)) return known;
        if (limit > now && !Placement.is(known, Placement.LIMIT_HIT)) return known;
        hidden.nrIdleScan(llc, limit);
        long other = kernel.selectIdleSibling(state, target);
        hidden.nrIdleScan(llc, now);
        return other;
    }

    private boolean dependsOnLimit(long known) {
        return kernel.scanLimit() == SisUtil.NR_IDLE_SCAN && Placement.is(known, Placement.SEARCHED);
    }
}
