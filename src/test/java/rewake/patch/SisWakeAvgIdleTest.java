package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SisWakeAvgIdleTest {
    private static final KernelModel BEFORE = Kernels.model("v5.12");
    private static final KernelModel AFTER = Kernels.parse("v5.12+sis-wake-avg-idle");

    @Test
    void aHalfIdleWakerSearchesAllOfItsLlcInsteadOfThreeCpus() {
        // avg_idle 200 µs, a probe 1.5 µs: 8 · 390 / 1500 is below the floor of 4; 8 · 200000 / 1500 = 1066.
        Scene scene = new Scene("N8").both(0).idle(7).limitInputs(200_000, 1499);
        assertEquals(0, scene.cpu(BEFORE));
        assertEquals(7, scene.cpu(AFTER));
    }

    @Test
    void aWakerBusyForManyJiffiesIsHeldToThreeCpus() {
        // wake_avg_idle aged to nothing; avg_idle still 1 ms: 8 · 1953 / 1500 = 10.
        Scene scene = new Scene("N8").both(0).idle(7).limitInputs(1_000_000, 1499);
        scene.state().avgIdle(0, 1_000_000, 0);
        assertEquals(7, scene.cpu(BEFORE));
        long after = scene.search(AFTER);
        assertEquals(0, Placement.cpu(after));
        assertEquals(3, Placement.scanned(after));
    }

    @Test
    void aFinishedScanIsAveragedUnderBoth() {
        for (KernelModel kernel : new KernelModel[] {BEFORE, AFTER})
            assertTrue(Placement.is(new Scene("N8").both(0).idle(3).search(kernel), Placement.COST_COUNTS));
    }

    @Test
    void underSisUtilItNoLongerMatters() {
        KernelModel base = Kernels.model("v6.1");
        assertTrue(base.decidesLike(Kernels.variant(base, "no-sis-wake-avg-idle")));
    }
}
