package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.catalogue.Kernels;

/** The fork and exec path and a slow restatement of it choose alike on thousands of random machines. */
class SlowForkAgreementTest {
    private static final int STATES = 4_000;

    @ParameterizedTest
    @CsvSource({
        "v5.9, LOCAL_IDLE, AT_ONCE, false, 125",
        "v5.9+no-sched-idle-consistent, LOCAL_IDLE, SECOND, false, 125",
        "v5.11, QUARTER, AT_ONCE, false, 117",
        "v5.11+sis-cluster-rfc-v2-level-only, QUARTER, AT_ONCE, true, 117",
        "v5.15+fork-numa-llcs, LLCS, AT_ONCE, false, 117",
        "v6.0, LLCS_CLOSE, AT_ONCE, true, 117",
        "v6.12.y, LLCS_CLOSE, AT_ONCE, true, 117",
        "v6.12+sched-idle-never, LLCS_CLOSE, NEVER, true, 117"
    })
    void everyForkAgrees(
            String kernel, SlowFork.Numa numa, SlowFork.SchedIdle schedIdle, boolean clusterLevel, int farPct) {
        KernelModel model = Kernels.parse(kernel);
        int moved = 0;
        int stayed = 0;
        for (int seed = 0; seed < STATES; seed++) {
            var random = new SplittableRandom(seed);
            var slow = new SlowFork(new SlowState(random), random, numa, schedIdle, clusterLevel, farPct);
            SchedState s = slow.state();
            int cpu = Placement.cpu(model.selectForForkOrExec(s));
            assertEquals(slow.select(), cpu, kernel + " seed " + seed);
            if (cpu == s.thisCpu()) stayed++;
            else moved++;
        }
        assertTrue(moved > 500 && stayed > 200, kernel + ": " + moved + " moved, " + stayed + " stayed");
    }
}
