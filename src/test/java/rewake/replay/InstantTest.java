package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;

/** The instant of a decision, and what may have come before or after it: 4 CPUs under one cache, kernel 6.1. */
final class InstantTest {
    /** u's wake-up by CPU 0 at 500, decided just before 501, towards {@code chosen}. */
    private static String wakeup(int chosen) {
        return """
                500 [0] b0:100 waking u:50 target_cpu=0
                501 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=%d
                506 [%d] idle:0 wakeup u:50 target_cpu=%d
                """.formatted(chosen, chosen, chosen);
    }

    private static String turnsIdle(int cpu, double at) {
        return "%s [%d] b%d:%d switch b%d:%d S ==> idle:0\n".formatted(at, cpu, cpu, 100 + cpu, cpu, 100 + cpu);
    }

    @Test
    void anEventWellBeforeItCountsAndOneWellAfterItDoesNot() {
        // 2 idle since 490; 1 idle only from 505: the walk 1, 2 finds 2.
        var verdict = Verdict.of(
                HandMade.flat(4)
                        .busy(0, 1, 2, 3)
                        .lines(turnsIdle(2, 490))
                        .lines(turnsIdle(1, 505))
                        .lines(wakeup(2)),
                "v6.1");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
        assertThat(verdict.scores().racy()).isZero();
        // 2, and prev: at the start of a trace nr_idle_scan may still be 0, which searches nothing.
        assertThat(verdict.scores().allowedSum()).isEqualTo(2);
    }

    @Test
    void anEventBetweenWakingAndMigrateCounts() {
        // The first record takes its time: what happens at 500.2 is there when the CPU is chosen (and might race).
        var verdict = Verdict.of(
                HandMade.flat(4).busy(0, 1, 2, 3).lines(turnsIdle(3, 500.2)).lines(wakeup(3)), "v6.1");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
    }

    @Test
    void aMovedWakeupIsDecidedJustBeforeItsMigrateRecord() {
        // An interrupt held the waker up for 20 µs; 3 turned idle meanwhile, long before the choice: no race.
        var verdict = Verdict.of(
                HandMade.flat(4).busy(0, 1, 2, 3).lines(turnsIdle(3, 510)).lines("""
                        500 [0] b0:100 waking u:50 target_cpu=0
                        520 [0] b0:100 migrate u:50 orig_cpu=0 dest_cpu=3
                        526 [3] idle:0 wakeup u:50 target_cpu=3
                        """), "v6.1");
        assertThat(verdict.exact()).isEqualTo("1 of 1");
        assertThat(verdict.scores().racy()).isZero();
    }

    @Test
    void aWakeupThatEndedWaitsForItsWindowThoughTheTaskIsWokenAgain() {
        var verdict = Verdict.of(HandMade.flat(4).busy(0, 1, 2).lines("""
                500   [0] b0:100 waking u:50 target_cpu=3
                500.1 [0] b0:100 stat_runtime b0:100
                500.2 [3] idle:0 wakeup u:50 target_cpu=3
                500.3 [3] idle:0 switch idle:0 R ==> u:50
                500.6 [3] u:50   switch u:50 S ==> idle:0
                500.9 [1] b1:101 waking u:50 target_cpu=3     # the first has not been answered yet
                501   [1] b1:101 stat_runtime b1:101
                505   [3] idle:0 wakeup u:50 target_cpu=3
                """), "v6.1");
        assertThat(verdict.scores().decisions()).isEqualTo(2);
    }

    @Test
    void withinTheWindowBothOrdersAreAllowed() {
        // 1 turns idle 0.8 µs after the decision: modelled 2, but 1 is possible. Recorded 1: racy, consistent, not
        // exact.
        var trace = HandMade.flat(4)
                .busy(0, 1, 2, 3)
                .lines(turnsIdle(2, 490))
                .lines(turnsIdle(1, 501.8))
                .lines(wakeup(1));
        var scores = Verdict.of(trace, "v6.1").scores();
        assertThat(scores.exact()).isZero();
        assertThat(scores.racy()).isEqualTo(1);
        assertThat(scores.consistent()).isEqualTo(1);
        assertThat(scores.allowedSum()).isEqualTo(3); // 1, 2, and prev as above
        assertThat(scores.nonRacyExact()).isZero();
    }

    @Test
    void aFlipThatCannotChangeTheAnswerIsNotRacy() {
        // 1 idle for long: the walk ends there, whatever 3 does at that moment.
        var trace = HandMade.flat(4)
                .busy(0, 1, 2, 3)
                .lines(turnsIdle(1, 490))
                .lines(turnsIdle(3, 500.9))
                .lines(wakeup(1));
        var scores = Verdict.of(trace, "v6.1").scores();
        assertThat(scores.exact()).isEqualTo(1);
        assertThat(scores.racy()).isZero();
    }

    @Test
    void aWakeeThatWasSwitchedOutMeanwhileIsDecidedThen() {
        // u still runs on 1 when it is woken at 500; it leaves at 510, so its CPU is idle when the waker looks: prev.
        var verdict = Verdict.of(HandMade.flat(4).busy(0, 2, 3).lines("""
                0   [1] u:50   stat_runtime u:50
                500 [0] b0:100 waking u:50 target_cpu=1
                510 [1] u:50   switch u:50 S ==> idle:0
                512 [0] b0:100 stat_runtime b0:100
                513 [0] b0:100 wakeup u:50 target_cpu=1
                """), "v6.1");
        assertThat(verdict.paths()).containsExactly("1 target_idle same/same");
    }

    @Test
    void aSpunWakeupQueuedOnPrevMayHaveBeenNoDecision() {
        var verdict = Verdict.of(HandMade.flat(4).busy(0, 2, 3).lines("""
                0   [1] u:50   stat_runtime u:50
                500 [0] b0:100 waking u:50 target_cpu=1
                510 [1] u:50   switch u:50 S ==> idle:0
                512 [0] b0:100 stat_runtime b0:100
                515 [1] idle:0 wakeup u:50 target_cpu=1     # on its own CPU: put on the wakelist without a choice, perhaps
                """), "v6.1");
        assertThat(verdict.scores().decisions()).isZero();
        assertThat(verdict.judge().skipped()).containsOnlyKeys(SkipReason.ON_CPU);
        assertThat(verdict.judge().maybeNoDecision()).isEqualTo(1);
    }
}
