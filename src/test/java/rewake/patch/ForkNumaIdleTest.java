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

    private static SchedState state(Scene scene) {
        return scene.both(0).idle(1, 2, 3, 4, 5, 6, 7).state();
    }

    @Test
    void aNodeNearlyAsIdleAsTheOtherKeepsItsForks() { // F4: 3 against 4
        assertEquals(1, Placement.cpu(BEFORE.selectForForkOrExec(state(new Scene("L2")))));
        assertEquals(1, Placement.cpu(AFTER.selectForForkOrExec(state(new Scene("L2")))));
    }

    @Test
    void aNodeLessIdleByThreeDoesNot() {
        // One CPU runs a task, two hold wake-ups that are not enqueued: no task more, but not idle. 1 against 4.
        SchedState s = state(new Scene("L2"));
        s.cpu(1, false, false, 0);
        s.cpu(2, false, false, 0);
        assertEquals(3, Placement.cpu(BEFORE.selectForForkOrExec(s)));
        assertEquals(4, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }

    @Test
    void aRestrictedTaskIsAllowedNoMoreThanItMayUseThere() { // one CPU of node 0 allowed: a second task is too many
        SchedState s = state(new Scene("L2").allowed(1, 4, 5, 6, 7));
        assertEquals(1, Placement.cpu(BEFORE.selectForForkOrExec(s)));
        assertEquals(4, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(BEFORE.wakesLike(AFTER));
    }
}
