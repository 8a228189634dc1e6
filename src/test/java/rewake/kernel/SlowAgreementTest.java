package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rewake.catalogue.Kernels;

/** The model and a slow restatement of the reference text decide alike in thousands of random states. */
class SlowAgreementTest {
    private static final int STATES = 4_000;

    @ParameterizedTest
    @ValueSource(chars = {'A', 'B', 'R', 'C', 'D', 'E', 'F', 'G'})
    void everyDecisionAndEveryEffectAgree(char letter) {
        agree(letter, Set.of(), STATES);
    }

    /** Each switch on the old search, the single pass, and the newest kernel, alone and in company. */
    @ParameterizedTest
    @CsvSource({
        "no-wa-idle, BFG",
        "no-wa-weight, ABFG",
        "no-wa-bias, BFG",
        "no-wa-prev-idle, BFG",
        "sched-idle-never, ABCDEFG",
        "sched-idle-skip, ABCDEFG",
        "sis-unlimited, BCDEFG",
        "no-mask-before-scan, BCDEFG",
        "sis-cluster-rfc-v2, ACDEFG",
        "cluster-scan, CDEF",
        "cluster-prev, ABCDEF",
        "no-cluster-scan, G",
        "no-cluster-prev, G",
        "sis-prop, FG",
        "sis-prop-cores, ABCDE",
        "sis-prop sis-prop-cores, FG",
        "cluster-scan no-mask-before-scan, CDEF",
        "no-wa-weight no-wa-idle, BG",
        "sched-idle-never sis-cluster-rfc-v2 no-wa-bias, BFG"
    })
    void everySwitchAgrees(String switches, String letters) {
        for (char letter : letters.toCharArray()) agree(letter, Set.of(switches.split(" ")), STATES / 4);
    }

    private static void agree(char letter, Set<String> switches, int states) {
        KernelModel kernel = Letters.kernel(letter);
        for (String step : switches) kernel = Kernels.variant(kernel, step);
        var seen = new EnumMap<Path, Integer>(Path.class);
        int limited = 0;
        for (int seed = 0; seed < states; seed++) {
            var slowState = new SlowState(new SplittableRandom(seed));
            var slow = new SlowSelect(slowState, letter, switches);
            int expected = slow.selectTaskRq();
            SchedState s = slowState.state();
            long placement = kernel.selectTaskRq(s);
            Placement.apply(placement, s, s.hidden());

            String where = letter + " " + switches + " seed " + seed + ": " + Placement.path(placement);
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
        if (!switches.isEmpty()) return;
        for (Path path : Path.values())
            if (path != Path.CLUSTER_SCAN || letter == 'G' || letter == 'R')
                if (path != Path.KTHREAD_STACK || letter != 'A')
                    if (path != Path.SMT_SIBLING || letter != 'C')
                        assertTrue(seen.getOrDefault(path, 0) >= 20, letter + " hardly saw " + path + ": " + seen);
        assertTrue(limited > 100, letter + ": the limit ended only " + limited + " searches");
    }
}
