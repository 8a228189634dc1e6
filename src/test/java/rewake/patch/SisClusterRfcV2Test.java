package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

class SisClusterRfcV2Test {
    private static final KernelModel BEFORE = Kernels.model("v5.11");
    private static final KernelModel AFTER = Kernels.parse("v5.11+sis-cluster-rfc-v2");

    @Test
    void anIdleCpuOfTheTargetsClusterIsTakenFirst() { // P28: 6 7 4, where the plain walk meets 8
        Scene scene = new Scene("CL3").prev(5).target(6).idle(4, 8);
        assertEquals(8, scene.cpu(BEFORE));
        long after = scene.search(AFTER);
        assertEquals(4, Placement.cpu(after));
        assertEquals(Path.CLUSTER_SCAN, Placement.path(after));
        assertEquals(3, Placement.scanned(after));
    }

    @Test
    void noLimitEndsItsWalk() { // P36: limit 4 allows 6 7 4; the cluster's walk reaches 5
        Scene scene = new Scene("CL3").both(6).idle(5).limitInputs(200_000, 1499);
        assertEquals(6, scene.cpu(BEFORE));
        assertEquals(5, scene.cpu(AFTER));
        assertEquals(6, scene.cpu(Kernels.parse("v5.11+cluster-wakeup")), "the merged form spends the LLC's budget");
    }

    @Test
    void aSchedIdleCpuIsNotTakenThereButByTheScanAfterIt() { // P35
        assertEquals(8, new Scene("CL3").prev(5).target(6).schedIdle(4).idle(8).cpu(AFTER));
        assertEquals(4, new Scene("CL3").prev(5).target(6).schedIdle(4).cpu(AFTER));
    }

    @Test
    void itIsOffWithSmt() { // P37
        assertEquals(9, new Scene("CL4S").both(6).idle(4, 9).cpu(AFTER));
    }

    @Test
    void anIdlePrevInAnotherClusterStillWins() { // P29
        assertEquals(1, new Scene("CL3").prev(1).target(6).idle(1, 4).cpu(AFTER));
    }

    @Test
    void onALaterKernelItStandsBeforeTheSinglePassEvenWhereNothingMayBeScanned() {
        Scene scene = new Scene("CL3").both(6).idle(5).nrIdleScan(0);
        assertEquals(6, scene.cpu(Kernels.model("v6.1")));
        assertEquals(5, scene.cpu(Kernels.parse("v6.1+sis-cluster-rfc-v2")));
    }
}
