package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SchedIdleConsistentTest {
    private static final KernelModel WITHOUT_511 = Kernels.parse("v5.11+no-sched-idle-consistent");
    private static final KernelModel WITH_511 = Kernels.model("v5.11");
    private static final KernelModel WITHOUT_61 = Kernels.parse("v6.1+no-sched-idle-consistent");
    private static final KernelModel WITH_61 = Kernels.model("v6.1");

    @Test
    void aSchedIdleCpuMetFirstIsTakenAndAnIdleOneIsPreferredWithout() { // P16
        assertEquals(2, scene("S2a").schedIdle(2).idle(5).cpu(WITH_511));
        assertEquals(5, scene("S2a").schedIdle(2).idle(5).cpu(WITHOUT_511));
        assertEquals(2, scene("N8").schedIdle(2).idle(5).cpu(WITH_61));
        assertEquals(5, scene("N8").schedIdle(2).idle(5).cpu(WITHOUT_61));
    }

    @Test
    void withoutItAWalkThatSeesEveryCpuForgetsTheSchedIdleOne() { // P17
        assertEquals(5, scene("N8").schedIdle(5).cpu(WITH_511));
        assertEquals(0, scene("N8").schedIdle(5).cpu(WITHOUT_511));
        assertEquals(5, scene("N8").schedIdle(5).cpu(WITH_61));
        assertEquals(0, scene("N8").schedIdle(5).cpu(WITHOUT_61));
    }

    @Test
    void withoutItTheSchedIdleCpuIsUsedWhenTheLimitEndsTheWalk() { // P18: 1 2 3 4 are looked at, 7 is out of reach
        Scene scene = scene("N8").schedIdle(2).idle(7).nrIdleScan(4);
        long placement = scene.search(WITHOUT_61);
        assertEquals(2, Placement.cpu(placement));
        assertEquals(4, Placement.scanned(placement), "it went on looking for an idle one");
        assertEquals(2, Placement.scanned(scene.search(WITH_61)), "with the patch 2 ends the search");
    }

    @Test
    void withoutItTheFallbackOfACoreSearchIsAnIdleCpu() { // P19: no core is idle, {2,3} has a sched-idle CPU, {4,5}
        // an idle one
        assertEquals(2, scene("S2a").schedIdle(2).idle(5).flag(true).cpu(WITH_61));
        assertEquals(5, scene("S2a").schedIdle(2).idle(5).flag(true).cpu(WITHOUT_61));
        Scene only = scene("S2a").schedIdle(2).flag(true);
        assertEquals(0, only.cpu(WITHOUT_61));
        assertFalse(only.flagNow(0));
    }

    @Test
    void anIdleSiblingIsPreferredToASchedIdleOneWithout() {
        // Core {0,1,2,3}: 1 is sched-idle, 3 idle. 6.1 tries prev's siblings first, 5.11 the target's last (limit 4: 0
        // 1 2).
        assertEquals(1, scene("S4").schedIdle(1).idle(3).cpu(WITH_61));
        assertEquals(3, scene("S4").schedIdle(1).idle(3).cpu(WITHOUT_61));
        assertEquals(1, scene("S4").schedIdle(1).cpu(WITHOUT_61), "second best where there is nothing better");
        Scene last = scene("S4").schedIdle(1).limitInputs(200_000, 1499);
        assertEquals(1, last.idle(3).cpu(WITHOUT_511), "the limit ends the walk 0 1 2: 3 is never seen");
    }

    @Test
    void theEarlyTestsTakeASchedIdleCpuEitherWay() { // P15
        for (KernelModel kernel : new KernelModel[] {WITH_511, WITHOUT_511, WITH_61, WITHOUT_61}) {
            long placement =
                    new Scene("S2a").prev(2).target(4).schedIdle(4).idle(2).search(kernel);
            assertEquals(4, Placement.cpu(placement));
            assertEquals(Path.TARGET_IDLE, Placement.path(placement));
        }
    }

    @Test
    void theClustersWalkAndTheRestShareWhatTheyRemember() {
        // CL3, target 6, budget 6: 7 4 5 6 of the cluster (4 sched-idle), then 8 9; 10 would be idle but is the
        // seventh.
        KernelModel without = Kernels.parse("v6.12+no-sched-idle-consistent");
        assertEquals(
                4, new Scene("CL3").both(6).schedIdle(4).idle(10).nrIdleScan(6).cpu(without));
        assertEquals(
                10, new Scene("CL3").both(6).schedIdle(4).idle(10).nrIdleScan(7).cpu(without));
        assertEquals(6, new Scene("CL3").both(6).schedIdle(4).nrIdleScan(12).cpu(without), "all seen: forgotten");
    }

    private static Scene scene(String topology) {
        return new Scene(topology).both(0);
    }
}
