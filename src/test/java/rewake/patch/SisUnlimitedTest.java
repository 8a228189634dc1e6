package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SisUnlimitedTest {
    private static final KernelModel WITH = Kernels.parse("v6.1+sis-unlimited");

    @Test
    void theWholeCacheIsLookedAt() { // P06, P39: 0 or 3 probes before
        for (int nr = 0; nr < 4; nr++) {
            Scene scene = new Scene("N8").both(0).nrIdleScan(nr).idle(7);
            assertEquals(0, scene.cpu(Kernels.model("v6.1")));
            assertEquals(7, scene.cpu(WITH));
        }
        long nothing = new Scene("N8").both(0).nrIdleScan(0).search(WITH);
        assertEquals(8, Placement.scanned(nothing));
        assertFalse(Placement.is(nothing, Placement.LIMIT_HIT));
    }

    @Test
    void aBusyCacheDoesNotStopTheSearchForACore() { // P41
        Scene scene = new Scene("S2a").both(0).idle(4, 5).flag(true).nrIdleScan(0);
        assertEquals(0, scene.cpu(Kernels.model("v6.1")));
        assertEquals(4, scene.cpu(WITH));
    }

    @Test
    void idleTimeAndScanCostDoNotCountEither() { // 5.15: 3 probes
        Scene scene = new Scene("N8").both(0).idle(5).limitInputs(3000, 9999);
        assertEquals(0, scene.cpu(Kernels.model("v5.15")));
        assertEquals(5, scene.cpu(Kernels.parse("v5.15+sis-unlimited")));
    }
}
