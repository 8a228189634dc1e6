package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is learned from outcomes, and that it is learned from nothing else. */
final class HindsightTest {
    private static final int WAKER = 1;
    private static final int WAKEE = 2;
    private static final int OTHER = 3;
    private static final int LLC = 8;
    private static final long S = 1_000_000_000L;

    @Test
    void flipsCountTurnsFromOneWakeeToAnother() {
        var flips = new FlipGuess(250, 0);
        for (int wakee : new int[] {WAKEE, OTHER, WAKEE, WAKEE, OTHER}) flips.record(WAKER, wakee, 10 * S);
        // WAKEE, OTHER, WAKEE, (again), OTHER: four turns. The wakees woke nobody.
        assertThat(flips.of(WAKER)).isEqualTo(4);
        assertThat(flips.of(WAKEE)).isZero();
    }

    @Test
    void aChildInheritsFlipsAndRoot() {
        var flips = new FlipGuess(250, 0);
        flips.record(WAKER, WAKEE, 10 * S);
        flips.record(WAKER, OTHER, 10 * S);
        flips.forked(WAKER, 7, 10 * S);
        flips.record(7, OTHER, 10 * S); // the last wakee is inherited too: no turn
        assertThat(flips.of(7)).isEqualTo(2);
        // What is learned when 7 wakes its brother 8 holds for their parent: all three had flips before the trace.
        flips.forked(WAKER, 8, 10 * S);
        for (int i = 0; i < 200; i++) flips.record(7, i % 2 == 0 ? 8 : OTHER, 10 * S);
        for (int i = 0; i < 8; i++) flips.learn(7, 8, LLC, false, true, false);
        assertThat(flips.of(8)).isGreaterThanOrEqualTo(LLC);
        assertThat(flips.of(WAKER)).isGreaterThanOrEqualTo(LLC);
        assertThat(flips.of(OTHER)).isZero();
    }

    @Test
    void outcomesAtPrevSpeakForAWideWakeupAndOneAtTheWakersCpuAgainstIt() {
        var flips = new FlipGuess(250, 0);
        flips.forked(WAKER, WAKEE, 10 * S);
        for (int i = 0; i < 200; i++) flips.record(WAKER, i % 2 == 0 ? WAKEE : OTHER, 10 * S);
        assertThat(flips.open(WAKER, WAKEE, LLC)).isTrue(); // 200 against 0: wide if both had 8 before, say
        assertThat(flips.of(WAKEE)).isZero();
        for (int i = 0; i < 8; i++) flips.learn(WAKER, WAKEE, LLC, false, true, false);
        assertThat(flips.of(WAKEE)).isGreaterThanOrEqualTo(LLC);
        assertThat(flips.open(WAKER, WAKEE, LLC)).isFalse();
        for (int i = 0; i < 8; i++) flips.learn(WAKER, WAKEE, LLC, true, true, false);
        assertThat(flips.of(WAKEE)).isLessThan(LLC);
    }

    @Test
    void flipsFromBeforeTheTraceMayHalveAtTheFirstWakeup() {
        var flips = new FlipGuess(250, 0);
        flips.forked(WAKER, WAKEE, 10 * S);
        // Wide needs a wakee with at least 8 and a waker with 8 times as many. 16 and 16/2 + 110 = 118 is not, 16 + 110
        // = 126
        // neither; 64 turns more make 128·1 of the first case only with a fresh stamp. The hypotheses differ, so it is
        // open.
        for (int i = 0; i < 110; i++) flips.record(WAKER, i % 2 == 0 ? WAKEE : OTHER, 10 * S);
        assertThat(flips.open(WAKER, WAKEE, LLC)).isTrue();
    }

    @Test
    void aLineOfTasksBeginsWithTheGivenCount() {
        var flips = new FlipGuess(250, LLC);
        flips.record(WAKER, WAKEE, 10 * S);
        assertThat(flips.of(WAKER)).isEqualTo(LLC + 1);
        flips.forked(WAKER, OTHER, 10 * S);
        assertThat(flips.of(OTHER)).isEqualTo(LLC + 1);
        flips.record(WAKER, WAKEE, 12 * S); // no turn, but a second has gone
        assertThat(flips.of(WAKER)).isEqualTo((LLC + 1) / 2);
    }

    @Test
    void syncFollowsTheMajorityOfOneNameAndForgetsOldHabits() {
        var sync = new SyncGuess();
        assertThat(sync.of(5)).isFalse();
        sync.vote(5, true);
        assertThat(sync.of(5)).isTrue();
        assertThat(sync.of(6)).isFalse();
        for (int i = 0; i < 10_000; i++) sync.vote(5, true);
        for (int i = 0; i < 64; i++) sync.vote(5, false);
        assertThat(sync.of(5)).isFalse();
    }

    @Test
    void anOutcomeAgainstTheLoadsMovesBothCpusHalfWay() {
        var offsets = new LoadOffsets(4);
        // prev costs 40000 hundredths more, so here was expected, but it stayed on prev: 400 of load are explained by
        // half,
        // half on each side: here is 100 heavier, prev 100 lighter.
        offsets.learn(0, 1, 40_000, false, S);
        assertThat(offsets.of(0, S)).isEqualTo(100);
        assertThat(offsets.of(1, S)).isEqualTo(-100);
        assertThat(offsets.of(2, S)).isZero();
        // The half-life of load: 32 periods of 1.048576 ms.
        assertThat(offsets.of(0, S + 33_554_432)).isEqualTo(50);
    }

    @Test
    void anOutcomeThatTheLoadsExplainTeachesNothing() {
        var offsets = new LoadOffsets(2);
        offsets.learn(0, 1, 40_000, true, S);
        offsets.learn(0, 1, -40_000, false, S);
        offsets.learn(0, 1, Long.MAX_VALUE, false, S); // settled before loads were compared
        assertThat(offsets.of(0, S)).isZero();
    }
}
