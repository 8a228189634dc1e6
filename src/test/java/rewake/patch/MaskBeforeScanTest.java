package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class MaskBeforeScanTest {
    private static final KernelModel BEFORE = Kernels.parse("v5.11+no-mask-before-scan");
    private static final KernelModel AFTER = Kernels.model("v5.11");

    /** 8 CPUs · 390 ns against probes of 1500 ns: a limit of 4, three probes. */
    private static Scene threeProbes() {
        return new Scene("N8").limitInputs(200_000, 1499).both(0).idle(5);
    }

    @Test
    void withoutItForbiddenCpusCostProbes() { // P45: 0, then 1 and 2 in vain; or 0, 5
        Scene scene = threeProbes().allowed(0, 5, 6, 7);
        long before = scene.search(BEFORE);
        assertEquals(0, Placement.cpu(before));
        assertEquals(1, Placement.scanned(before), "only 0 was looked at");
        assertTrue(Placement.is(before, Placement.LIMIT_HIT));
        long after = scene.search(AFTER);
        assertEquals(5, Placement.cpu(after));
        assertEquals(2, Placement.scanned(after));
    }

    @Test
    void withoutItAForbiddenIdleCpuIsStillNotTaken() {
        Scene scene = new Scene("N8").both(0).idle(3, 5).allowed(0, 5);
        assertEquals(5, scene.cpu(BEFORE));
        assertEquals(5, scene.cpu(AFTER));
    }

    @Test
    void anUnrestrictedTaskIsSearchedAlike() {
        for (int limit = 0; limit < 8; limit++)
            assertEquals(
                    new Scene("N8").both(0).idle(5).nrIdleScan(limit).search(Kernels.parse("v6.1+no-mask-before-scan")),
                    new Scene("N8").both(0).idle(5).nrIdleScan(limit).search(Kernels.model("v6.1")));
    }

    @Test
    void takenOffALaterKernelTheClustersWalkPaysToo() { // CL3, target 6: 7 4 5 6 8 9; 4 and 5 are forbidden
        Scene scene = new Scene("CL3").both(6).idle(9).allowed(6, 7, 8, 9).nrIdleScan(5);
        assertEquals(9, scene.cpu(Kernels.model("v6.12")));
        assertEquals(6, scene.cpu(Kernels.parse("v6.12+no-mask-before-scan")));
    }
}
