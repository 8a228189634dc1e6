package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class ClusterScanTest {
    private static final KernelModel BEFORE = Kernels.model("v6.6");
    private static final KernelModel AFTER = Kernels.parse("v6.6+cluster-scan");

    @Test
    void theTargetsClusterIsSearchedFirst() { // P28
        Scene scene = new Scene("CL3").prev(5).target(6).idle(4, 8);
        assertEquals(8, scene.cpu(BEFORE));
        assertEquals(4, scene.cpu(AFTER));
    }

    @Test
    void onTheBudgetOfTheLlc() { // P44
        Scene scene = new Scene("CL3").both(6).idle(0, 9).nrIdleScan(5);
        assertEquals(9, scene.cpu(BEFORE));
        assertEquals(6, scene.cpu(AFTER));
    }

    @Test
    void anIdlePrevInAnotherClusterIsStillTakenAtOnce() { // P29: this half leaves the early tests alone
        long after = new Scene("CL3").prev(1).target(6).idle(1, 4, 9).search(AFTER);
        assertEquals(1, Placement.cpu(after));
        assertEquals(Path.PREV_IDLE, Placement.path(after));
        assertEquals(4, new Scene("CL3").prev(1).target(6).idle(1, 4, 9).cpu(Kernels.model("v6.7")));
    }
}
