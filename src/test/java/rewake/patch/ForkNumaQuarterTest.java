package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class ForkNumaQuarterTest {
    private static final KernelModel BEFORE = Kernels.model("v5.9");
    private static final KernelModel AFTER = Kernels.parse("v5.9+fork-numa-quarter");

    private static int fork(KernelModel kernel, int... idle) { // L2: nodes {0-3} {4-7}
        return Placement.cpu(
                kernel.selectForForkOrExec(new Scene("L2").both(0).idle(idle).state()));
    }

    @Test
    void aNodeWithAQuarterOfTheTasksSendsForksAway() { // F3: 2 tasks, not below 8 / 4
        assertEquals(2, fork(BEFORE, 2, 3, 4, 5, 6, 7));
        assertEquals(4, fork(AFTER, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void aNodeWithFewerKeepsThem() { // F4: 1 task
        assertEquals(1, fork(AFTER, 1, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(BEFORE.wakesLike(AFTER));
    }
}
