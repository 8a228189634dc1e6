package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Scene;

class SisPropCoresTest {
    private static final KernelModel BEFORE = Kernels.model("v5.12");
    private static final KernelModel AFTER = Kernels.parse("v5.12+sis-prop-cores");

    private static int limit(KernelModel kernel, String topology, long avgIdleNs, long costNs) {
        return kernel.scanLimit()
                .nr(new Scene(topology).both(0).limitInputs(avgIdleNs, costNs).state(), 0);
    }

    @Test
    void theQuotientCountsCores() { // 8 · 1953 / 1500 = 10
        assertEquals(10, limit(BEFORE, "S2a", 1_000_000, 1499));
        assertEquals(20, limit(AFTER, "S2a", 1_000_000, 1499));
        assertEquals(40, limit(AFTER, "S4", 1_000_000, 1499));
    }

    @Test
    void theLeastIsTwoCores() { // 8 · 390 = 3120 is not above 4 · 1600, nor above 2 · 1600
        assertEquals(4, limit(BEFORE, "S2a", 200_000, 1599));
        assertEquals(4, limit(AFTER, "S2a", 200_000, 1599));
        assertEquals(8, limit(AFTER, "S4", 200_000, 1599));
        assertEquals(2, limit(AFTER, "N8", 200_000, 1599), "without SMT a core is a CPU: one probe");
    }

    @Test
    void aQuotientOfTwoOrThreeIsKept() { // 3120 / 1000 = 3, which SIS_PROP rounds up to 4
        assertEquals(4, limit(BEFORE, "N8", 200_000, 999));
        assertEquals(3, limit(AFTER, "N8", 200_000, 999));
    }

    @Test
    void itReadsTheAverageOfItsKernel() {
        assertEquals(10, limit(Kernels.parse("v5.15+sis-prop-cores"), "S2a", 2000, 2999));
        assertEquals(4, limit(AFTER, "S2a", 2000, 2999));
    }

    @Test
    void underSisUtilItChangesNothing() {
        assertTrue(Kernels.parse("v6.1+sis-prop-cores").decidesLike(Kernels.model("v6.1")));
        assertFalse(Kernels.parse("v6.1+sis-prop+sis-prop-cores").decidesLike(Kernels.parse("v6.1+sis-prop")));
    }
}
