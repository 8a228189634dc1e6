package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SisStartAfterTargetTest {
    private static final KernelModel BEFORE = Kernels.parse("v6.1+no-sis-start-after-target");
    private static final KernelModel AFTER = Kernels.model("v6.1");

    @Test
    void threeProbesReachOneCpuFurther() { // P40: 3 4 5 before, 4 5 6 after
        Scene scene = new Scene("N8").both(3).idle(6).nrIdleScan(3);
        assertEquals(3, scene.cpu(BEFORE));
        assertEquals(6, scene.cpu(AFTER));
    }

    @Test
    void theTargetIsLookedAtLast() {
        assertEquals(8, Placement.scanned(new Scene("N8").both(3).search(AFTER)), "a full round still visits it");
        assertEquals(8, Placement.scanned(new Scene("N8").both(3).search(BEFORE)));
        assertEquals(
                7, new Scene("N8").both(7).idle(0, 6).flag(false).nrIdleScan(0).cpu(AFTER));
        assertEquals(0, new Scene("N8").both(7).idle(0, 6).cpu(AFTER), "behind the last CPU the walk wraps");
    }

    @Test
    void theTargetsCoreGivesItsFallbackLast() { // cores {0,1} {2,3} {4,5} {6,7}, target 1, no idle core
        Scene scene = new Scene("S2a").both(1).idle(0, 5).flag(true);
        assertEquals(0, scene.cpu(BEFORE));
        assertEquals(5, scene.flag(true).cpu(AFTER));
    }

    @Test
    void onThreePassesTheCpuPassMoves() {
        KernelModel three = Kernels.parse("v5.11+sis-start-after-target");
        Scene scene = new Scene("N8").both(3).idle(6).limitInputs(200_000, 1499);
        assertEquals(3, scene.cpu(Kernels.model("v5.11")));
        assertEquals(6, scene.cpu(three));
    }
}
