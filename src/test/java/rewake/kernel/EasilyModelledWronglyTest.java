package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.catalogue.Kernels;

/** One test for each thing that models of this code get wrong; what concerns reading a trace is tested in room replay. */
class EasilyModelledWronglyTest {
    private static final KernelModel F = Letters.kernel('F');
    private static final KernelModel G = Letters.kernel('G');

    @Test
    void aLimitOfNAllowsOneProbeLessUnderSisPropAndNrIdleScanProbesUnderSisUtil() {
        Scene prop = new Scene("N8").both(0).limitInputs(200_000, 1499);
        assertEquals(4, Letters.kernel('B').scanLimit().nr(prop.state(), 0));
        assertEquals(3, Placement.scanned(prop.search(Letters.kernel('B'))));
        assertEquals(4, Placement.scanned(new Scene("N8").both(0).nrIdleScan(4).search(F)));
    }

    @Test
    void theIdleCoreIsReturnedAsTheCpuMetFirstAndTheFallbackIsTheLowestUsableSibling() {
        // S2x: cores {i, i+4}. From target 5 the walk begins at 6: core {2,6} is met through 6.
        assertEquals(6, new Scene("S2x").both(5).idle(2, 6).flag(true).cpu(F));
        // Core {2,6} again met through 6, its sibling 2 idle alone.
        assertEquals(2, new Scene("S2x").both(5).idle(2).flag(true).cpu(F));
    }

    @Test
    void theFlagIsThatOfTheTargetsLlc() {
        Scene scene = new Scene("L2S").waker(0).both(4).idle(5, 13).flag(1, true);
        assertEquals(Path.IDLE_CORE, Placement.path(scene.search(F)));
        assertEquals(
                Path.LLC_SCAN, Placement.path(scene.flag(1, false).flag(0, true).search(F)));
    }

    @Test
    void theScanLimitReadsTheWakersCpuAndWeighsTheTargetsLlc() {
        SchedState s =
                new Scene("L2").waker(0).both(4).limitInputs(1_000_000, 0).state();
        s.hidden().avgScanCost(0, 1499);
        s.avgIdle(0, 512_000, 9_000);
        // 4 CPUs of the target's LLC · 1000 ns / 1500 ns a probe: below 4, so 4; the target's CPU would give plenty.
        assertEquals(4, Letters.kernel('B').scanLimit().nr(s, 4));
        assertEquals(24, Letters.kernel('E').scanLimit().nr(s, 4), "4 · 9000 / 1500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v5.4 4", "v5.11 4", "v5.12 0", "v5.13 5", "v6.12 5"})
    void theSiblingsTriedAreTheTargetsThenNobodysThenPrevs(String expected) {
        // S2x, prev 1 with sibling 5, target 0 with sibling 4; a limit that allows 0 1 2 or 1 2 3.
        String[] words = expected.split(" ", -1);
        Scene scene = new Scene("S2x")
                .prev(1)
                .target(0)
                .idle(4, 5)
                .limitInputs(200_000, 1499)
                .nrIdleScan(3);
        assertEquals(Integer.parseInt(words[1]), scene.cpu(Kernels.model(words[0])));
    }

    @Test
    void sisUtilStopsTheSearchForACoreTooAndStartsAtZero() {
        Scene scene = new Scene("S2a").both(0).idle(4, 5).flag(true).nrIdleScan(0);
        assertEquals(0, scene.cpu(F));
        assertTrue(scene.flagNow(0), "nothing failed: nothing was sought");
        // Before any balance the kernel has 0; the model leaves the value to whoever keeps the state.
        assertEquals(HiddenState.UNKNOWN_SCAN, new HiddenState(new Machine(Scene.topology("S2a"))).nrIdleScan(0));
    }

    @Test
    void aCpuWithAPendingWakeUpIsBusyButASchedIdleOneStaysSchedIdle() {
        // Pending: swapper runs and nothing is enqueued, yet it is not idle.
        Scene pending = new Scene("N8").both(0).idle(5, 6);
        pending.state().cpu(5, false, false, 0);
        assertEquals(6, pending.cpu(F));
        assertEquals(5, new Scene("N8").both(0).schedIdle(5).idle(6).cpu(F));
    }

    @Test
    void aSchedIdleCpuCountsNeitherInWakeAffineNorForAnIdleCore() {
        SchedState s = new Scene("N8").waker(0).prev(1).schedIdle(0, 1).state();
        s.load(0, 5000);
        assertEquals(1, F.wakeAffine(s), "neither is idle: loads decide, and prev has none");
        s.load(0, 0);
        s.load(1, 5000);
        assertEquals(0, F.wakeAffine(s));
        assertEquals(
                4,
                new Scene("S2a").both(0).idle(3, 4, 5).schedIdle(2).flag(true).cpu(F),
                "core {2,3} is not idle");
    }

    @Test
    void theClusterScanOfTheRfcIsNotTheMergedOne() {
        KernelModel rfc = Letters.kernel('R');
        assertEquals(
                5, new Scene("CL3").both(6).idle(5).limitInputs(200_000, 1499).cpu(rfc), "no limit");
        assertEquals(6, new Scene("CL3").both(6).idle(5).nrIdleScan(2).cpu(G));
        assertEquals(8, new Scene("CL3").both(6).schedIdle(4).idle(8).cpu(rfc), "no sched-idle CPU in the cluster");
        assertEquals(4, new Scene("CL3").both(6).schedIdle(4).idle(8).cpu(G));
        assertEquals(9, new Scene("CL4S").both(6).idle(4, 9).cpu(rfc), "off with SMT");
        assertEquals(4, new Scene("CL4S").both(6).idle(4, 9).cpu(G));
        assertEquals(1, new Scene("CL3").prev(1).target(6).idle(1, 9).cpu(rfc), "an idle prev anywhere is taken");
        assertEquals(9, new Scene("CL3").prev(1).target(6).idle(1, 9).cpu(G));
    }

    @Test
    void theEarlyTestsOfTargetAndPrevIgnoreAffinity() {
        assertEquals(4, new Scene("N8").both(4).idle(4).allowed(0, 1).cpu(F));
        assertEquals(2, new Scene("N8").prev(2).target(4).idle(2).allowed(0, 1).cpu(F));
        long mended = new Scene("N8").waker(6).prev(2).idle(2).allowed(4, 5).wake(F);
        assertEquals(4, Placement.cpu(mended), "the caller falls back to the lowest allowed CPU, busy or not");
    }

    @Test
    void distributionKernelsHaveBackPorts() {
        assertFalse(Kernels.model("v6.1")
                .decidesLike(Kernels.newestNotNewerThan("6.1.192-lab").kernel().model()));
        assertFalse(Kernels.model("v6.12")
                .decidesLike(
                        Kernels.newestNotNewerThan("6.12.117+deb13").kernel().model()));
    }
}
