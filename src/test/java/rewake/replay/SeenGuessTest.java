package rewake.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rewake.replay.SeenGuess.Change.QUEUED;
import static rewake.replay.SeenGuess.Change.RECEIVES;
import static rewake.replay.SeenGuess.Change.WENT_IDLE;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** When others see a change: from the kernel's order of steps first, then from decisions that only one order explains. */
class SeenGuessTest {
    private static final long COST = 800;

    @Test
    void beginsWithTheOrderOfStepsInCostsOfAnEvent() {
        var seen = new SeenGuess();
        assertEquals(-400, seen.shiftNs(WENT_IDLE, COST));
        assertEquals(-800, seen.shiftNs(RECEIVES, COST));
        assertEquals(0, seen.shiftNs(QUEUED, COST));
    }

    @Test
    void onlyTheKindThatADecisionSpeaksOfMoves() {
        var seen = new SeenGuess();
        seen.learn(QUEUED.ordinal(), false, COST);
        assertEquals(25, seen.shiftNs(QUEUED, COST), "not seen: later");
        assertEquals(-400, seen.shiftNs(WENT_IDLE, COST));
        seen.learn(QUEUED.ordinal(), true, COST);
        seen.learn(QUEUED.ordinal(), true, COST);
        assertEquals(-25, seen.shiftNs(QUEUED, COST), "seen: earlier");
    }

    @Test
    void findsTheTrueInstantAmongDecisionsAtRandomDistance() {
        var seen = new SeenGuess();
        var random = new Random(1);
        long trueShift = 350;
        for (int i = 0; i < 2000; i++) {
            long distance = random.nextInt(2000) - 1000L; // of the decision from the event
            boolean modelled = distance >= seen.shiftNs(QUEUED, COST);
            boolean really = distance >= trueShift;
            if (modelled != really) seen.learn(QUEUED.ordinal(), really, COST);
        }
        assertTrue(Math.abs(seen.shiftNs(QUEUED, COST) - trueShift) <= 25, () -> "" + seen.shiftNs(QUEUED, COST));
    }
}
