package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class ForkNumaLlcsTest {
    private static final KernelModel BEFORE = Kernels.model("v5.15");
    private static final KernelModel AFTER = Kernels.parse("v5.15+fork-numa-llcs");

    private static int fork(KernelModel kernel, int... idle) { // L2: two nodes of one LLC each, so two tasks
        return Placement.cpu(
                kernel.selectForForkOrExec(new Scene("L2").both(0).idle(idle).state()));
    }

    @Test
    void theSecondTaskOfANodeStaysTheThirdDoesNot() { // F4, F3
        assertEquals(1, fork(AFTER, 1, 2, 3, 4, 5, 6, 7));
        assertEquals(4, fork(AFTER, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void onAWiderMachineAQuarterIsMoreThanTheLlcs() {
        // L2S: 16 CPUs, LLCs {0-3,8-11} {4-7,12-15}. Two tasks are below 16 / 4, but a third would exceed two LLCs.
        int[] idle = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        SchedState s = new Scene("L2S").both(0).idle(idle).state();
        assertEquals(2, Placement.cpu(BEFORE.selectForForkOrExec(s)));
        assertEquals(4, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(BEFORE.wakesLike(AFTER));
    }
}
