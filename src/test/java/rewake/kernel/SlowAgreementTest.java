package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model and a slow restatement of the reference text decide alike in thousands of random states. */
class SlowAgreementTest {
    private static final int STATES = 4_000;

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'C', 'D', 'E', 'F', 'G'})
    void everyDecisionAndEveryEffectAgree(char letter) {
        KernelModel kernel = Letters.kernel(letter);
        var seen = new EnumMap<Path, Integer>(Path.class);
        int limited = 0;
        for (int seed = 0; seed < STATES; seed++) {
            var slowState = new SlowState(new SplittableRandom(seed));
            var slow = new SlowSelect(slowState, letter);
            int expected = slow.selectTaskRq();
            SchedState s = slowState.state();
            long placement = kernel.selectTaskRq(s);
            Placement.apply(placement, s, s.hidden());

            String where = letter + " seed " + seed + ": " + Placement.path(placement);
            assertEquals(slow.target, Placement.target(placement), where + ", target");
            assertEquals(expected, Placement.cpu(placement), where);
            assertEquals(slow.scanned, Placement.scanned(placement), where + ", scanned");
            assertEquals(slow.limitHit, Placement.is(placement, Placement.LIMIT_HIT), where + ", limit");
            assertEquals(slow.costCounts, Placement.is(placement, Placement.COST_COUNTS), where + ", cost");
            assertEquals(slow.recentOfWakee, s.hidden().recentUsed(Scene.WAKEE), where + ", recent");
            assertEquals(slow.recentOfWaker, s.hidden().recentUsed(Scene.WAKER), where + ", waker's recent");
            for (Map.Entry<Integer, Boolean> flag : slow.flagAfter.entrySet())
                assertEquals(
                        flag.getValue(),
                        s.hidden().hasIdleCores(s.machine().llc(flag.getKey())),
                        where + ", flag of CPU " + flag.getKey());
            seen.merge(Placement.path(placement), 1, Integer::sum);
            if (slow.limitHit) limited++;
        }
        for (Path path : Path.values())
            if (path != Path.CLUSTER_SCAN || letter == 'G')
                if (path != Path.SMT_SIBLING || letter != 'C')
                    assertTrue(seen.getOrDefault(path, 0) >= 20, letter + " hardly saw " + path + ": " + seen);
        assertTrue(limited > 100, letter + ": the limit ended only " + limited + " searches");
    }
}
