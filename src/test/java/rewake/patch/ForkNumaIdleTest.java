package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class ForkNumaIdleTest {
    private static final KernelModel BEFORE = Kernels.parse("v6.0+no-fork-numa-idle");
    private static final KernelModel AFTER = Kernels.model("v6.0");

    /** L4: nodes {0-7} {8-15} with two LLCs each, so two tasks; one runs. */
    private static SchedState state(Scene scene) {
        return scene.both(0)
                .idle(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
                .state();
    }

    @Test
    void aNodeNearlyAsIdleAsTheOtherKeepsItsForks() { // 7 against 8; there the emptier LLC
        assertEquals(4, Placement.cpu(BEFORE.selectForForkOrExec(state(new Scene("L4")))));
        assertEquals(4, Placement.cpu(AFTER.selectForForkOrExec(state(new Scene("L4")))));
    }

    @Test
    void aNodeLessIdleByThreeDoesNot() {
        // One CPU runs a task, two hold wake-ups that are not enqueued: no task more, but not idle. 5 against 8.
        SchedState s = state(new Scene("L4"));
        s.cpu(1, false, false, 0);
        s.cpu(2, false, false, 0);
        assertEquals(4, Placement.cpu(BEFORE.selectForForkOrExec(s)));
        assertEquals(8, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }

    @Test
    void aRestrictedTaskIsAllowedNoMoreThanItMayUseThere() { // one CPU of node 0 allowed: a second task is too many
        SchedState s = state(new Scene("L4").allowed(1, 8, 9, 10, 11, 12, 13, 14, 15));
        assertEquals(1, Placement.cpu(BEFORE.selectForForkOrExec(s)));
        assertEquals(8, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }

    @Test
    void ofANodeWithOneLlcAnEighthCountsNoLongerAQuarter() { // L2S: 8 CPUs a node
        SchedState s = state(new Scene("L2S"));
        assertEquals(1, Placement.cpu(BEFORE.selectForForkOrExec(s)), "a second of two");
        assertEquals(4, Placement.cpu(AFTER.selectForForkOrExec(s)), "a second of one");
    }

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(BEFORE.wakesLike(AFTER));
    }
}
