package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SisSmtPassTest {
    private static final KernelModel BEFORE = Kernels.model("v5.12");
    private static final KernelModel AFTER = Kernels.parse("v5.12+sis-smt-pass");

    @Test
    void prevsSiblingIsTakenBeforeTheSearch() { // P09: the walk would meet 2 first
        Scene scene = new Scene("S2x").prev(1).target(0).idle(2, 5);
        assertEquals(2, scene.cpu(BEFORE));
        long after = scene.search(AFTER);
        assertEquals(5, Placement.cpu(after));
        assertEquals(Path.SMT_SIBLING, Placement.path(after));
        assertEquals(0, Placement.scanned(after));
    }

    @Test
    void itIsNotTriedWhereAnIdleCoreIsBelievedToExist() { // core {2,6} is idle
        assertEquals(
                2, new Scene("S2x").prev(1).target(0).idle(2, 5, 6).flag(true).cpu(AFTER));
    }

    @Test
    void itIsNotTriedWhenPrevLiesInAnotherLlc() { // L2S: prev 0 with sibling 8 in LLC 0, target 4 in LLC 1
        assertEquals(4, new Scene("L2S").prev(0).target(4).idle(8).cpu(AFTER));
        assertEquals(13, new Scene("L2S").prev(5).target(4).idle(8, 13).cpu(AFTER));
    }

    @Test
    void siblingsAreTriedInCpuOrderAndOnlyAllowedOnes() { // S4: siblings of 5 are 4 5 6 7
        assertEquals(
                6,
                new Scene("S4")
                        .prev(5)
                        .target(1)
                        .idle(4, 6, 7)
                        .allowed(0, 1, 5, 6, 7)
                        .cpu(AFTER));
    }

    @Test
    void onThreePassesItComesOnTopOfTheTargetsSiblings() {
        KernelModel both = Kernels.parse("v5.11+sis-smt-pass");
        Scene scene = new Scene("S2x").prev(1).target(0).limitInputs(200_000, 1499);
        assertEquals(5, scene.idle(4, 5).cpu(both));
        assertEquals(4, scene.running(5, 1).cpu(both), "limit 4: 0 1 2, then the siblings of 0");
    }
}
