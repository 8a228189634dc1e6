package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class ForkNumaLlcsTest {
    private static final KernelModel BEFORE = Kernels.model("v5.15");
    private static final KernelModel AFTER = Kernels.parse("v5.15+fork-numa-llcs");

    private static int fork(KernelModel kernel, String machine, int... idle) {
        return Placement.cpu(
                kernel.selectForForkOrExec(new Scene(machine).both(0).idle(idle).state()));
    }

    @Test
    void aNodeWithTwoLlcsKeepsASecondTaskButNoThird() { // L4: nodes {0-7} {8-15}, LLCs of 4
        assertEquals(4, fork(AFTER, "L4", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        assertEquals(8, fork(AFTER, "L4", 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    }

    @Test
    void aNodeWithOneLlcFillsToAQuarterOfItsCpus() { // L2: 1 of 4, which runs already: F4, F3
        assertEquals(4, fork(AFTER, "L2", 1, 2, 3, 4, 5, 6, 7));
        assertEquals(4, fork(AFTER, "L2", 2, 3, 4, 5, 6, 7));
        // L2S: 2 of 8, {0-3,8-11}
        assertEquals(1, fork(AFTER, "L2S", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    }

    @Test
    void beforeItWasAQuarterOfBothNodes() {
        int[] idle = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        assertEquals(2, fork(BEFORE, "L2S", idle), "two tasks are below 16 / 4");
        assertEquals(4, fork(AFTER, "L2S", idle), "a third would exceed 8 / 4");
    }

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(BEFORE.wakesLike(AFTER));
    }
}
