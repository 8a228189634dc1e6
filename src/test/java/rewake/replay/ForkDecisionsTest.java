package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.EventKind;

/** Forks and execs of hand-made traces, decided again. */
class ForkDecisionsTest {
    private static ForkScores forks(HandMade trace, String kernel, String... variants) {
        return Verdict.of(trace, kernel, variants).judge().forkScores().get(0);
    }

    private static ForkScores execs(HandMade trace, String kernel) {
        return Verdict.of(trace, kernel).judge().forkScores().get(1);
    }

    /** CPUs 0 and 1 are busy, 2 and 3 idle; 2 has run lately, 3 never: the least utilised is taken. */
    private static HandMade forkTo(int chosen) {
        return HandMade.flat(4).busy(0, 1).lines("""
                        0    [2] w:300  stat_runtime w:300
                        4999 [2] w:300  stat_runtime w:300
                        5000 [2] w:300  switch w:300 S ==> idle:0
                        6000 [0] b0:100 fork b0:100 c:400
                        6004 [0] b0:100 wakeup_new c:400 target_cpu=%d
                        6006 [%d] idle:0 switch idle:0 R ==> c:400
                        """.formatted(chosen, chosen));
    }

    @Test
    void theLeastUtilisedIdleCpuIsTaken() {
        ForkScores right = forks(forkTo(3), "v6.1");
        assertThat(right.decisions()).isOne();
        assertThat(right.exact()).isOne();
        assertThat(right.racy()).isZero();
        assertThat(right.nullIdle()).as("the first idle CPU is 2").isZero();
        ForkScores wrong = forks(forkTo(2), "v6.1");
        assertThat(wrong.exact()).isZero();
        assertThat(wrong.idleAgree()).isOne();
        assertThat(wrong.nullIdle()).isOne();
    }

    @Test
    void aKernelWithoutAForkPathDecidesNothing() {
        ForkScores scores = forks(forkTo(3), "v5.4");
        assertThat(scores.modelled()).isFalse();
        assertThat(scores.share(scores.exact())).isNull();
    }

    @Test
    void aCpuThatTurnsBetweenForkAndItsEndIsARace() {
        HandMade trace = forkTo(3)
                .lines("6001 [3] idle:0 switch idle:0 R ==> x:500\n6005.5 [3] x:500 switch x:500 S ==> idle:0");
        ForkScores scores = forks(trace, "v6.1");
        assertThat(scores.decisions()).isOne();
        assertThat(scores.racy()).isOne();
        assertThat(scores.nonRacyExact()).isZero();
    }

    @Test
    void aForkIsNoWakeUp() {
        assertThat(Verdict.of(forkTo(3), "v6.1").scores().decisions()).isZero();
    }

    /** b0 wakes the stopper of CPU 0, which moves it to CPU 2, the only idle one; there it execs. */
    private static HandMade execMove() {
        return HandMade.flat(3).with(EventKind.COMM).busy(0, 1).lines("""
                        0    [2] w:300  stat_runtime w:300
                        100  [2] w:300  switch w:300 S ==> idle:0
                        900  [0] b0:100 stat_runtime b0:100
                        1000 [0] b0:100 waking migration/0:18 prio=0 target_cpu=0
                        1001 [0] b0:100 wakeup migration/0:18 target_cpu=0
                        1002 [0] b0:100 switch b0:100 R+ ==> migration/0:18
                        1004 [0] migration/0:18 migrate b0:100 orig_cpu=0 dest_cpu=2
                        1006 [0] migration/0:18 switch migration/0:18 S ==> q:600
                        1007 [2] idle:0 switch idle:0 R ==> b0:100
                        """);
    }

    @Test
    void anExecThatMovesIsJudgedWhenTheExecIsSeen() {
        HandMade queued = execMove().lines("50 [0] b0:100 wakeup_new q:600 target_cpu=0");
        assertThat(execs(queued, "v6.1").decisions()).as("a move for affinity").isZero();
        HandMade trace = execMove()
                .lines("50 [0] b0:100 wakeup_new q:600 target_cpu=0\n1200 [2] b0:100 comm b0:100 to=prog exec=1");
        ForkScores scores = execs(trace, "v6.1");
        assertThat(scores.decisions()).isOne();
        assertThat(scores.exact()).isOne();
        assertThat(scores.nullHere()).isZero();
    }
}
