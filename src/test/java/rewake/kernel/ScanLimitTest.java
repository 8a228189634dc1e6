package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanLimitTest {
    /** U1 to U3, LLC of 16: a 512th of 0.2 ms is 390 ns, times 16 CPUs 6240 ns to spend. */
    @ParameterizedTest
    @CsvSource({"200000, 1499, 4", "200000, 2999, 4", "1000000, 1499, 20"})
    void sisPropDividesAFractionOfTheIdleTimeByTheCostOfAProbe(long avgIdleNs, long costNs, int nr) {
        assertEquals(nr, SisProp.AVG_IDLE.nr(sixteen(avgIdleNs, costNs), 0));
    }

    /** U4, U5: the same without the 512. 16 · 3000 = 48000 > 4 · 10000, and 48000 / 10000 = 4. */
    @ParameterizedTest
    @CsvSource({"500000, 4999, 1600", "3000, 9999, 4"})
    void sisPropOnTheAgeingAverageIsHardlyEverALimit(long wakeAvgIdleNs, long costNs, int nr) {
        assertEquals(nr, SisProp.WAKE_AVG_IDLE.nr(sixteen(wakeAvgIdleNs, costNs), 0));
    }

    @Test
    void aLimitOfFourAllowsThreeProbesAndTheFourthCpuIsMissed() {
        KernelModel kernel = Letters.kernel('C'); // 8 CPUs · 390 ns against 4 · 1500 ns: the floor of 4
        assertEquals(
                0, new Scene("N8").both(0).idle(3).limitInputs(200_000, 1499).cpu(kernel));
        assertEquals(
                2, new Scene("N8").both(0).idle(2, 3).limitInputs(200_000, 1499).cpu(kernel));
    }

    @Test
    void withoutAnyMeasuredCostTheLimitIsTheBudgetInNanoseconds() {
        // 1 ms / 512 = 1953 ns, times 16, over a cost of 0 + 1.
        assertEquals(31_248, SisProp.AVG_IDLE.nr(sixteen(1_000_000, 0), 0));
        assertEquals(Integer.MAX_VALUE, SisProp.nr(4096, Long.MAX_VALUE / 4096, 0));
    }

    @Test
    void theInputsAreThoseOfTheWakersCpu() {
        SchedState s = new Scene("L2S").waker(0).prev(4).state();
        s.avgIdle(0, 200_000, 0);
        s.hidden().avgScanCost(0, 1499);
        s.avgIdle(4, 1_000_000, 0);
        // LLC of 8: 8 · 390 = 3120 < 6000, so 4; with CPU 4's own average it would be 8 · 1953 / 1 = 15624.
        assertEquals(4, SisProp.AVG_IDLE.nr(s, 4));
    }

    @Test
    void everyExampleOfTheUtilisationFormulaComesOut() {
        for (Row row : Row.all("nr_idle_scan.csv")) {
            int weight = row.number("weight");
            int nr = SisUtil.nrIdleScan((long) row.number("x") * weight, weight, 117);
            assertEquals(row.number("nr"), nr, row.cells().toString());
        }
    }

    @Test
    void sisUtilAllowsExactlyNrIdleScanProbes() {
        assertEquals(5, SisUtil.NR_IDLE_SCAN.nr(new Scene("N8").nrIdleScan(4).state(), 0));
        assertEquals(4, new Scene("N8").both(0).idle(4).nrIdleScan(4).cpu(Letters.kernel('F')));
        assertEquals(0, new Scene("N8").both(0).idle(5).nrIdleScan(4).cpu(Letters.kernel('F')));
    }

    @Test
    void anUnknownNrIdleScanMustNotReachASearch() {
        Scene scene = new Scene("N8").both(0).idle(3).nrIdleScan(HiddenState.UNKNOWN_SCAN);
        KernelModel kernel = Letters.kernel('F');
        assertThrows(IllegalStateException.class, () -> scene.cpu(kernel));
        assertEquals(0, scene.idle(0).cpu(kernel), "the early tests do not ask for it");
    }

    private static SchedState sixteen(long avgIdleNs, long costNs) {
        SchedState s = new SchedState(new Machine(rewake.event.Topology.flat(16, "test")));
        s.avgIdle(0, avgIdleNs, avgIdleNs);
        s.hidden().avgScanCost(0, costNs);
        s.question(Scene.WAKER, 0, Scene.WAKEE, 0);
        return s;
    }
}
