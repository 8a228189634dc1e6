package rewake.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The small steps by which hidden state moves: flips, idle averages, has_idle_cores. */
class HiddenHelpersTest {
    private static final long MS = 1_000_000;

    @Test
    void flipsCountChangesOfWakeeOnly() {
        var flips = new WakeeFlips(250);
        for (int wakee : new int[] {7, 7, 8, 8, 7}) flips.record(100, wakee, 10 * MS);
        assertEquals(3, flips.flips(100));
        assertEquals(0, flips.flips(7));
        assertEquals(0, flips.flips(100_000), "never seen");
    }

    @Test
    void flipsHalveOnceHoweverLongTheWaitWas() {
        var flips = new WakeeFlips(250);
        flips.began(1, 0);
        flips.record(1, 2, 60_000 * MS);
        assertEquals(51, flips.flips(1, 100), "one halving, one flip");
    }

    @Test
    void flipsHalveStrictlyLaterThanASecond() {
        var flips = new WakeeFlips(250); // a jiffy is 4 ms: jiffy 250 is not later than 0 + 250, jiffy 251 is
        flips.began(1, 0);
        flips.record(1, 2, 1003 * MS);
        assertEquals(101, flips.flips(1, 100));
        flips.record(1, 2, 1004 * MS);
        assertEquals(50, flips.flips(1, 100));
    }

    @Test
    void aForkInheritsFlipsAndTheLastWakeeAndTheStamp() {
        var flips = new WakeeFlips(1000);
        flips.record(1, 9, 10 * MS);
        flips.fork(1, 500);
        flips.record(500, 9, 20 * MS);
        assertEquals(1, flips.flips(500), "9 was the parent's last wakee too");
        flips.record(500, 10, 20 * MS);
        assertEquals(2, flips.flips(500));
        assertEquals(1, flips.flips(1));
    }

    @Test
    void aForkedTaskSharesItsParentsSecond() {
        var flips = new WakeeFlips(1000);
        flips.began(1, 5_000 * MS);
        flips.fork(1, 500);
        flips.record(500, 9, 5_900 * MS);
        assertEquals(101, flips.flips(500, 100), "0.9 s since the parent's stamp: no halving yet");
        flips.record(500, 9, 6_001 * MS);
        assertEquals(50, flips.flips(500, 100));
    }

    @Test
    void anyBeginningCanBeAskedForAsIfItHadBeenCountedFrom() {
        for (int begin : new int[] {0, 1, 2, 3, 7, 100, 1_000_003, Integer.MAX_VALUE / 4}) {
            var flips = new WakeeFlips(250);
            flips.began(1, 0);
            long expected = begin;
            long second = 0;
            for (int wake = 1; wake < 200; wake++) {
                long now = wake * 137L * MS;
                if (now / (4 * MS) > second + 250) {
                    expected >>= 1;
                    second = now / (4 * MS);
                }
                expected++;
                flips.record(1, wake, now);
                assertEquals(expected, flips.flips(1, begin), begin + " at wake-up " + wake);
            }
        }
    }

    @Test
    void anIdlePeriodMovesTheAverageByAnEighthUpToTheCap() {
        assertEquals(900_000, IdleAverages.afterIdle(1_000_000, 200_000, IdleAverages.INITIAL_NS)); // U7
        assertEquals(1_000_000, IdleAverages.afterIdle(900_000, 5_000_000, IdleAverages.INITIAL_NS)); // U8: 1 412 500
        assertEquals(450_000, IdleAverages.wakeAfterIdle(900_000));
    }

    @Test
    void theAverageIsRoundedTowardsItself() {
        assertEquals(100, IdleAverages.step(100, 107));
        assertEquals(101, IdleAverages.step(100, 108));
        assertEquals(100, IdleAverages.step(100, 93));
        assertEquals(99, IdleAverages.step(100, 92));
    }

    @Test
    void theWakeAverageAgesWithJiffiesAndPaysForScans() {
        assertEquals(500_000, IdleAverages.aged(500_000, 0));
        assertEquals(62_500, IdleAverages.aged(500_000, 3));
        assertEquals(0, IdleAverages.aged(500_000, 64));
        assertEquals(460_000, IdleAverages.afterScan(500_000, 40_000));
        assertEquals(0, IdleAverages.afterScan(30_000, 40_000));
    }

    @Test
    void aCoreIsIdleWhenItsLastSiblingGoesIdle() { // H1
        assertTrue(flagAfterCpu4WentIdle(new Scene("S2x").idle(0, 4)));
    }

    @Test
    void aBusySiblingKeepsTheFlagFalse() { // H2
        assertFalse(flagAfterCpu4WentIdle(new Scene("S2x").idle(4)));
    }

    @Test
    void aSchedIdleSiblingIsNotIdle() { // H3
        assertFalse(flagAfterCpu4WentIdle(new Scene("S2x").idle(4).schedIdle(0)));
    }

    @Test
    void theFlagStaysWhenTheCoreBecomesBusyAgain() { // H4
        Scene scene = new Scene("S2x").flag(true);
        assertTrue(flagAfterCpu4WentIdle(scene), "set before, both siblings busy now");
    }

    @Test
    void withoutSmtThereAreNoIdleCores() {
        assertFalse(flagAfterCpu4WentIdle(new Scene("N8").idle(0, 1, 2, 3, 4, 5, 6, 7)));
    }

    private static boolean flagAfterCpu4WentIdle(Scene scene) {
        SchedState s = scene.state();
        IdleCores.wentIdle(s, s.hidden(), 4);
        return scene.flagNow(0);
    }
}
