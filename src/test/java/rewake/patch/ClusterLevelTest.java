package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;
import rewake.kernel.SchedState;

class ClusterLevelTest {
    private static final KernelModel BEFORE = Kernels.model("v5.15");
    private static final KernelModel AFTER = Kernels.parse("v5.15+cluster-level");

    @Test
    void noWakeUpCanDiffer() {
        assertTrue(BEFORE.wakesLike(AFTER));
    }

    @Test
    void aForkGoesToTheIdlestClusterFirst() {
        SchedState s = new Scene("CL3").both(0).idle(3, 4, 8, 9).state();
        assertEquals(3, Placement.cpu(BEFORE.selectForForkOrExec(s)));
        assertEquals(8, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }

    @Test
    void aForkStaysInItsClusterIfThatIsAsIdle() {
        SchedState s = new Scene("CL3").both(0).idle(2, 3, 4, 8, 9).state();
        assertEquals(2, Placement.cpu(AFTER.selectForForkOrExec(s)));
    }
}
