package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class ClusterPrevTest {
    private static final KernelModel BEFORE = Kernels.model("v6.6");
    private static final KernelModel AFTER = Kernels.parse("v6.6+cluster-prev");

    @Test
    void anIdlePrevInAnotherClusterWaitsForTheScan() { // P30, in plain order: 7 8 9
        Scene scene = new Scene("CL3").prev(1).target(6).idle(1, 9);
        assertEquals(1, scene.cpu(BEFORE));
        long after = scene.search(AFTER);
        assertEquals(9, Placement.cpu(after));
        assertEquals(Path.LLC_SCAN, Placement.path(after));
    }

    @Test
    void itIsTakenIfTheScanFindsNothing() { // P31, P32
        for (int limit : new int[] {0, 2}) {
            long after = new Scene("CL3")
                    .prev(1)
                    .target(6)
                    .idle(1, 9)
                    .nrIdleScan(limit)
                    .search(AFTER);
            assertEquals(1, Placement.cpu(after));
            assertEquals(Path.PREV_IDLE, Placement.path(after));
        }
    }

    @Test
    void theScanItselfKnowsNoClusters() { // P28
        assertEquals(8, new Scene("CL3").prev(5).target(6).idle(4, 8).cpu(AFTER));
    }

    @Test
    void theRecentlyUsedCpuWaitsToo() { // P33, P34
        assertEquals(
                10, new Scene("CL3").prev(5).target(6).recent(2).idle(2, 10).cpu(AFTER));
        assertEquals(
                2,
                new Scene("CL3")
                        .prev(5)
                        .target(6)
                        .recent(2)
                        .idle(2)
                        .nrIdleScan(3)
                        .cpu(AFTER));
    }
}
