package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;

class SisPropTest {
    private static final KernelModel UTIL = Kernels.model("v6.1");
    private static final KernelModel PROP = Kernels.parse("v6.1+sis-prop");

    @Test
    void theLimitComesFromTheWakersIdleTimeAgain() { // wake_avg_idle 3000 ns, cost 9999: 24000 is below 40000, so 3
        // probes
        Scene scene = new Scene("N8").both(0).idle(5).limitInputs(3000, 9999);
        assertEquals(5, scene.nrIdleScan(8).cpu(UTIL));
        assertEquals(0, scene.nrIdleScan(8).cpu(PROP), "1 2 3");
        assertEquals(0, scene.idle(3).nrIdleScan(2).cpu(UTIL));
        assertEquals(3, scene.idle(3).nrIdleScan(2).cpu(PROP));
    }

    @Test
    void aLimitOfZeroNoLongerStopsTheSearchForACore() { // P41
        Scene scene = new Scene("S2a").both(0).idle(4, 5).flag(true).nrIdleScan(0);
        assertEquals(0, scene.cpu(UTIL));
        assertEquals(4, scene.cpu(PROP));
    }

    @Test
    void itIsTheSameAsTakingSisUtilOff() {
        for (String row : new String[] {"v6.0", "v6.1", "v6.6", "v6.12"})
            assertTrue(Kernels.parse(row + "+sis-prop").decidesLike(Kernels.parse(row + "+no-sis-util")));
    }

    @Test
    void whereItIsTheDefaultNothingChanges() {
        for (String row : new String[] {"v5.4", "v5.13", "v5.15"})
            assertTrue(Kernels.parse(row + "+sis-prop").decidesLike(Kernels.model(row)));
    }
}
