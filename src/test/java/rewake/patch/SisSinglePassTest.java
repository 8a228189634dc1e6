package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SisSinglePassTest {
    private static final KernelModel BEFORE = Kernels.model("v5.11");
    private static final KernelModel AFTER = Kernels.model("v5.12");
    private static final KernelModel OFF_612 = Kernels.parse("v6.12+no-sis-single-pass");
    private static final KernelModel ON_612 = Kernels.model("v6.12");

    /** 8 CPUs · 390 ns against probes of 1500 ns: a SIS_PROP limit of 4, three probes. */
    private static Scene threeProbes(String topology) {
        return new Scene(topology).limitInputs(200_000, 1499);
    }

    @Test
    void aStaleFlagNoLongerLeadsToASecondLimitedScan() { // P05
        Scene scene = threeProbes("S2a").both(0).idle(3, 5).flag(true);
        assertEquals(0, scene.cpu(BEFORE), "core pass fails, then 0 1 2 within the limit");
        assertEquals(3, scene.flag(true).cpu(AFTER), "the core pass itself remembered 3");
    }

    @Test
    void theFallbackIsInTheFirstCoreOfTheWalkNotTheFirstCpu() { // P10: cores {0,4} {1,5} {2,6} {3,7}
        Scene scene = new Scene("S2x").both(0).idle(2, 5).flag(true);
        assertEquals(2, scene.cpu(BEFORE));
        assertEquals(5, scene.flag(true).cpu(AFTER));
    }

    @Test
    void theTargetsSiblingIsNoLongerALastResort() { // P07
        long before = threeProbes("S2x").both(0).idle(4).search(BEFORE);
        assertEquals(4, Placement.cpu(before));
        assertEquals(Path.SMT_SIBLING, Placement.path(before));
        assertEquals(0, threeProbes("S2x").both(0).idle(4).cpu(AFTER));
    }

    @Test
    void withoutSmtNothingChanges() {
        for (int idle = 1; idle < 8; idle++)
            for (KernelModel[] pair : new KernelModel[][] {{BEFORE, AFTER}, {OFF_612, ON_612}})
                assertEquals(
                        threeProbes("N8").both(0).idle(idle).nrIdleScan(4).search(pair[0]),
                        threeProbes("N8").both(0).idle(idle).nrIdleScan(4).search(pair[1]));
    }

    @Test
    void takenOffALaterKernelAnIdleCoreIsSoughtDespiteALimitOfZero() { // P41
        Scene scene = new Scene("S2a").both(0).idle(4, 5).flag(true).nrIdleScan(0);
        assertEquals(0, scene.cpu(ON_612), "SIS_UTIL stops the merged pass before it begins");
        long off = scene.search(OFF_612);
        assertEquals(4, Placement.cpu(off), "the core pass is a function of its own");
        assertEquals(Path.IDLE_CORE, Placement.path(off));
        assertTrue(scene.flagNow(0));
    }

    @Test
    void takenOffALaterKernelPrevsSiblingsComeFirstAndTheTargetsLast() {
        // S2x: prev 1 with sibling 5, target 0 with sibling 4; nothing may be scanned.
        Scene scene = new Scene("S2x").prev(1).target(0).idle(4, 5).nrIdleScan(0);
        assertEquals(5, scene.cpu(OFF_612));
        assertEquals(5, scene.cpu(ON_612));
        scene = new Scene("S2x").prev(1).target(0).idle(4).nrIdleScan(0);
        assertEquals(4, scene.cpu(OFF_612), "last resort");
        assertEquals(0, scene.cpu(ON_612));
    }
}
