package rewake.replay;

import rewake.kernel.HiddenState;
import rewake.kernel.IdleSearch;
import rewake.kernel.KernelModel;
import rewake.kernel.Machine;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.SchedIdleRule;
import rewake.kernel.SchedState;
import rewake.kernel.SisUtil;

/**
 * {@code select_idle_sibling()} of one model, asked for one state and the two targets that a wake-up can have. No search is
 * made twice, and none where another limit cannot change it: nr_idle_scan is read only by searches under SIS_UTIL that the
 * early tests did not end, more of it is of no use to a search that did not reach its limit, and where the first CPU that will do is
 * taken, two searches tell of all limits.
 */
final class Searches {
    private final SchedState state;
    private KernelModel kernel = KernelModel.origin();
    private final long[] answer = new long[2];
    private final boolean[] asked = new boolean[2];
    private final long[] least = new long[2];
    private final boolean[] askedLeast = new boolean[2];
    private final long[] most = new long[2];
    private final boolean[] askedMost = new boolean[2];

    Searches(SchedState state) {
        this.state = state;
    }

    /** Another state, in which {@code model} answered {@code decision}. */
    void begin(KernelModel model, long decision) {
        kernel = model;
        for (int slot = 0; slot < asked.length; slot++) {
            asked[slot] = false;
            askedLeast[slot] = false;
            askedMost[slot] = false;
        }
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

    /**
     * The same with another {@code nr_idle_scan}: the CPU is that of such a search, and so is what it says of recent_used_cpu. How
     * many CPUs were looked at may be that of another.
     */
    long at(int target, int limit) {
        long known = at(target);
        int now = state.hidden().nrIdleScan(state.machine().llc(target));
        if (limit == now || !dependsOnLimit(known)) return known;
        boolean ranOut = Placement.is(known, Placement.LIMIT_HIT);
        if (limit > now && !ranOut) return known;
        if (!stopsAtFirst(target)) return ask(target, limit);
        if (limit < now) return !found(known) || limit >= Placement.scanned(known) ? known : least(target);
        long most = most(target);
        return found(most) && limit >= Placement.scanned(most) ? most : known;
    }

    private boolean dependsOnLimit(long known) {
        return kernel.scanLimit() == SisUtil.NR_IDLE_SCAN && Placement.is(known, Placement.SEARCHED);
    }

    /**
     * Whether the search takes the first CPU that will do, so that one that finds it at the k-th probe tells of all limits: those of k
     * and more find it, those below find nothing. A pass for idle cores goes on, and so does a search that prefers idle to
     * sched-idle CPUs or spends probes on CPUs that are not allowed.
     */
    private boolean stopsAtFirst(int target) {
        IdleSearch search = kernel.idleSearch();
        Machine machine = state.machine();
        return search.singlePass()
                && search.maskFirst()
                && !search.rfcCluster()
                && search.schedIdle() != SchedIdleRule.IDLE_PREFERRED
                && (!machine.smtActive()
                        || (!search.targetSiblings() && !state.hidden().hasIdleCores(machine.llc(target))));
    }

    private static boolean found(long answer) {
        Path path = Placement.path(answer);
        return path == Path.LLC_SCAN || path == Path.CLUSTER_SCAN;
    }

    /** With no probe at all. */
    private long least(int target) {
        int slot = slot(target);
        if (!askedLeast[slot]) {
            least[slot] = ask(target, 0);
            askedLeast[slot] = true;
        }
        return least[slot];
    }

    /** With as many as there are CPUs. */
    private long most(int target) {
        int slot = slot(target);
        if (!askedMost[slot]) {
            most[slot] = ask(target, state.machine().llcWeight(target));
            askedMost[slot] = true;
        }
        return most[slot];
    }

    private long ask(int target, int limit) {
        HiddenState hidden = state.hidden();
        int llc = state.machine().llc(target);
        int now = hidden.nrIdleScan(llc);
        hidden.nrIdleScan(llc, limit);
        long other = kernel.selectIdleSibling(state, target);
        hidden.nrIdleScan(llc, now);
        return other;
    }
}
