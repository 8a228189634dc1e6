package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SchedIdleNeverTest {
    private static final KernelModel WITH = Kernels.parse("v6.1+sched-idle-never");
    private static final KernelModel WITHOUT = Kernels.model("v6.1");

    @Test
    void aSchedIdleTargetOrPrevOrRecentCpuIsBusy() {
        assertEquals(2, new Scene("N8").prev(2).target(4).schedIdle(4).idle(2).cpu(WITH)); // P15
        assertEquals(4, new Scene("N8").prev(2).target(4).schedIdle(4).idle(2).cpu(WITHOUT));
        assertEquals(6, new Scene("N8").prev(2).target(4).schedIdle(2).idle(6).cpu(WITH));
        assertEquals(6, new Scene("N8").both(4).recent(2).schedIdle(2).idle(6).cpu(WITH));
        assertEquals(2, new Scene("N8").both(4).recent(2).schedIdle(2).idle(6).cpu(WITHOUT));
    }

    @Test
    void theWalkPassesItOver() { // P16, P17
        long with = new Scene("N8").both(0).schedIdle(2).idle(5).search(WITH);
        assertEquals(5, Placement.cpu(with));
        assertEquals(5, Placement.scanned(with));
        assertEquals(
                0, new Scene("N8").both(0).schedIdle(2).nrIdleScan(4).cpu(WITH), "not even when the limit ends it");
    }

    @Test
    void itIsNoFallbackAndNoSibling() { // P19
        assertEquals(5, new Scene("S2a").both(0).schedIdle(2).idle(5).flag(true).cpu(WITH));
        assertEquals(0, new Scene("S2a").both(0).schedIdle(1).cpu(WITH));
        assertEquals(1, new Scene("S2a").both(0).schedIdle(1).cpu(WITHOUT));
    }

    @Test
    void onTheOldSearchItIsNotSecondBestEither() { // P18
        Scene scene = new Scene("N8").both(0).schedIdle(2).limitInputs(200_000, 1499);
        assertEquals(2, scene.cpu(Kernels.model("v5.4")));
        assertEquals(0, scene.cpu(Kernels.parse("v5.4+sched-idle-never")));
    }
}
