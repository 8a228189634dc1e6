package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SisUtilTest {
    private static final KernelModel BEFORE = Kernels.parse("v6.1+no-sis-util");
    private static final KernelModel AFTER = Kernels.model("v6.1");

    @Test
    void aBusyLlcIsNotSearchedAtAll() { // P39
        Scene scene = new Scene("N8").both(0).idle(1, 2, 3).nrIdleScan(0);
        assertEquals(1, scene.cpu(BEFORE));
        long after = scene.search(AFTER);
        assertEquals(0, Placement.cpu(after));
        assertEquals(0, Placement.scanned(after));
        assertTrue(Placement.is(after, Placement.LIMIT_HIT));
    }

    @Test
    void aLimitOfZeroHidesAnIdleCoreAndLeavesTheFlag() { // P41
        Scene scene = new Scene("S2a").both(0).idle(4, 5).flag(true).nrIdleScan(0);
        assertEquals(4, scene.cpu(BEFORE));
        assertEquals(0, scene.cpu(AFTER));
        assertTrue(scene.flagNow(0));
    }

    @Test
    void anyOtherLimitDoesNotBindTheSearchForACore() { // P03 with nr_idle_scan 1
        assertEquals(
                4,
                new Scene("S2a")
                        .both(0)
                        .idle(1, 3, 4, 5)
                        .flag(true)
                        .nrIdleScan(1)
                        .cpu(AFTER));
    }

    @Test
    void idleTimeAndCostOfTheWakerNoLongerMatter() {
        Scene scene = new Scene("N8").both(0).idle(7).limitInputs(0, 1_000_000);
        assertEquals(0, scene.cpu(BEFORE), "nothing to spend: three probes");
        assertEquals(7, scene.cpu(AFTER));
        assertFalse(Placement.is(scene.search(AFTER), Placement.COST_COUNTS));
    }

    @Test
    void onThreePassesOnlyTheCpuPassIsLimited() {
        KernelModel three = Kernels.parse("v5.11+sis-util");
        assertEquals(
                4, new Scene("S2a").both(0).idle(4, 5).flag(true).nrIdleScan(0).cpu(three));
        assertEquals(0, new Scene("S2a").both(0).idle(4).nrIdleScan(0).cpu(three));
    }
}
