package rewake.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import rewake.catalogue.Kernels;
import rewake.kernel.KernelModel;
import rewake.kernel.Path;
import rewake.kernel.Placement;
import rewake.kernel.Scene;

/** CL3: clusters {0-3} {4-7} {8-11} under one LLC; CL4S: clusters of two SMT cores. */
class ClusterWakeupTest {
    private static final KernelModel BEFORE = Kernels.model("v6.1");
    private static final KernelModel AFTER = Kernels.parse("v6.1+cluster-wakeup");

    @Test
    void theTargetsClusterIsSearchedFirst() { // P28: from 6, plain order is 7 8, cluster order 7 4
        Scene scene = new Scene("CL3").prev(5).target(6).idle(4, 8);
        assertEquals(8, scene.cpu(BEFORE));
        long after = scene.search(AFTER);
        assertEquals(4, Placement.cpu(after));
        assertEquals(Path.CLUSTER_SCAN, Placement.path(after));
        assertEquals(2, Placement.scanned(after));
    }

    @Test
    void anIdlePrevInAnotherClusterIsOnlyACandidate() { // P29, P30, P31
        assertEquals(1, new Scene("CL3").prev(1).target(6).idle(1, 4, 9).cpu(BEFORE));
        assertEquals(4, new Scene("CL3").prev(1).target(6).idle(1, 4, 9).cpu(AFTER));
        assertEquals(
                9, new Scene("CL3").prev(1).target(6).idle(1, 9).cpu(AFTER), "the rest of the LLC comes before it");
        long limited =
                new Scene("CL3").prev(1).target(6).idle(1, 9).nrIdleScan(3).search(AFTER);
        assertEquals(1, Placement.cpu(limited));
        assertEquals(Path.PREV_IDLE, Placement.path(limited));
    }

    @Test
    void anIdlePrevInTheSameClusterIsTakenAtOnce() {
        long after = new Scene("CL3").prev(5).target(6).idle(5, 7).search(AFTER);
        assertEquals(5, Placement.cpu(after));
        assertFalse(Placement.is(after, Placement.SEARCHED));
    }

    @Test
    void aRecentCpuInAnotherClusterComesAfterPrev() { // P33, P34
        assertEquals(
                10, new Scene("CL3").prev(5).target(6).recent(2).idle(2, 10).cpu(AFTER));
        assertEquals(
                2,
                new Scene("CL3")
                        .prev(5)
                        .target(6)
                        .recent(2)
                        .idle(2)
                        .nrIdleScan(3)
                        .cpu(AFTER));
        assertEquals(
                1,
                new Scene("CL3")
                        .prev(1)
                        .target(6)
                        .recent(2)
                        .idle(1, 2)
                        .nrIdleScan(3)
                        .cpu(AFTER));
    }

    @Test
    void theClusterSpendsTheBudgetOfTheLlc() { // P44: 7 4 5 6 and 8, not 9
        Scene scene = new Scene("CL3").both(6).idle(0, 9).nrIdleScan(5);
        assertEquals(9, scene.cpu(BEFORE));
        assertEquals(6, scene.cpu(AFTER));
    }

    @Test
    void anIdleCoreOutsideBeatsAFallbackInTheCluster() { // P38
        Scene scene = new Scene("CL4S").both(6).flag(true);
        assertEquals(8, scene.idle(4, 8, 9).cpu(AFTER));
        long fallback = scene.running(9, 1).search(AFTER);
        assertEquals(4, Placement.cpu(fallback));
        assertEquals(Path.CLUSTER_SCAN, Placement.path(fallback));
        assertFalse(scene.flagNow(0));
    }

    @Test
    void withoutClustersNothingChanges() {
        for (int idle = 1; idle < 8; idle++)
            assertEquals(
                    new Scene("S2a").prev(2).target(0).recent(7).idle(idle).search(BEFORE),
                    new Scene("S2a").prev(2).target(0).recent(7).idle(idle).search(AFTER));
    }

    @Test
    void onThreePassesTheClusterStandsAtTheHeadOfTheCpuPass() {
        KernelModel three = Kernels.parse("v5.11+cluster-wakeup");
        assertEquals(4, new Scene("CL3").prev(5).target(6).idle(4, 8).cpu(three), "6 7 4");
        // avg_idle 200 µs: 12 · 390 / 1500 is below 4, so three probes, 6 7 4, and 5 is out of reach.
        assertEquals(
                6, new Scene("CL3").both(6).idle(5).limitInputs(200_000, 1499).cpu(three));
        assertEquals(
                8, new Scene("CL4S").both(6).idle(4, 8, 9).flag(true).cpu(three), "the core pass knows no clusters");
    }
}
