package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.EventKind;

/** Wake-ups that chose no CPU, or none that can be judged: one of each reason, and none of them in the score. */
final class SkipsTest {
    private static Verdict judge(String kernel, String lines) {
        return Verdict.of(HandMade.flat(4).busy(0, 1, 2).lines(lines), kernel);
    }

    private static void onlySkipped(Verdict verdict, SkipReason reason) {
        assertThat(verdict.judge().skipped()).containsExactlyEntriesOf(java.util.Map.of(reason, 1L));
        assertThat(verdict.scores().decisions()).isZero();
    }

    @Test
    void aTaskThatWakesItself() {
        onlySkipped(judge("v6.1", """
                100 [0] b0:100 waking b0:100 target_cpu=0
                101 [0] b0:100 wakeup b0:100 target_cpu=0
                """), SkipReason.SELF_WAKE);
    }

    @Test
    void aTaskThatIsStillQueued() {
        onlySkipped(judge("v6.1", """
                50  [1] b1:101 switch b1:101 R ==> x:60
                100 [0] b0:100 waking b1:101 target_cpu=1
                101 [0] b0:100 wakeup b1:101 target_cpu=1
                """), SkipReason.ON_RQ);
    }

    @Test
    void aTaskThatKeepsRunning() {
        onlySkipped(judge("v6.1", """
                100 [0] b0:100 waking b1:101 target_cpu=1
                101 [0] b0:100 wakeup b1:101 target_cpu=1
                """), SkipReason.ON_RQ);
    }

    @ParameterizedTest
    @CsvSource({"ksoftirqd/3", "kworker/3:1-mm", "migration/3", "idle_inject/3"})
    void aKernelThreadOfOneCpu(String name) {
        onlySkipped(judge("v6.1", """
                100 [0] b0:100 waking %s:40 target_cpu=3
                101 [0] b0:100 stat_runtime b0:100
                105 [3] idle:0 wakeup %s:40 target_cpu=3
                """.replace("%s", name)), SkipReason.PINNED);
    }

    @ParameterizedTest
    @CsvSource({"kworker/u16:2", "user/3x", "a/b", "irq/24-eth0"})
    void namesThatOnlyLookLikeIt(String name) {
        var verdict = judge("v6.1", """
                100 [0] b0:100 waking %s:40 target_cpu=3
                101 [0] b0:100 stat_runtime b0:100
                105 [3] idle:0 wakeup %s:40 target_cpu=3
                """.replace("%s", name));
        assertThat(verdict.exact()).isEqualTo("1 of 1");
    }

    @ParameterizedTest
    @CsvSource({"98", "0", "-1"})
    void aTaskOfAnotherClass(int prio) {
        onlySkipped(judge("v6.1", """
                100 [0] b0:100 waking rt:40 prio=%d target_cpu=3
                101 [0] b0:100 stat_runtime b0:100
                105 [3] idle:0 wakeup rt:40 target_cpu=3
                """.formatted(prio)), SkipReason.NOT_FAIR);
    }

    @Test
    void aWakeupWithoutItsWakingEvent() {
        onlySkipped(judge("v6.1", "105 [3] idle:0 wakeup u:50 target_cpu=3"), SkipReason.NO_WAKING_EVENT);
    }

    @Test
    void aWakeupWhileEventsOfItsCacheAreMissing() {
        onlySkipped(judge("v6.1", """
                50  [2] b2:102 lost n=7
                100 [0] b0:100 waking u:50 target_cpu=3
                101 [0] b0:100 stat_runtime b0:100
                105 [3] idle:0 wakeup u:50 target_cpu=3
                """), SkipReason.UNKNOWN_STATE);
    }

    @Test
    void theNextEventOfThatCpuEndsTheDoubt() {
        var verdict = judge("v6.1", """
                50  [2] b2:102 lost n=7
                60  [2] b2:102 switch b2:102 S ==> x:60
                100 [0] b0:100 waking u:50 target_cpu=3
                101 [0] b0:100 stat_runtime b0:100
                105 [3] idle:0 wakeup u:50 target_cpu=3
                """);
        assertThat(verdict.exact()).isEqualTo("1 of 1");
    }

    /** u sleeps on CPU 1 beside b1 and is woken there directly: queued all the time with its dequeue delayed, or placed. */
    private static final String SLEEPS_BESIDE_ANOTHER = """
            10  [1] b1:101 switch b1:101 R ==> u:50
            20  [1] u:50   switch u:50 S ==> b1:101
            100 [0] b0:100 waking u:50 target_cpu=1
            %s
            102 [0] b0:100 wakeup u:50 target_cpu=1
            """;

    @Test
    void aDelayedDequeueByTheSilenceOfItsSleepStatistic() {
        var delayed = HandMade.flat(4)
                .busy(0, 1, 2)
                .with(EventKind.STAT_SLEEP)
                // The statistic of another task shows that statistics are on.
                .lines("5 [3] idle:0 stat_sleep x:60 delay=1")
                .lines(SLEEPS_BESIDE_ANOTHER.formatted(""));
        onlySkipped(Verdict.of(delayed, "v6.12"), SkipReason.MAYBE_DELAYED_DEQUEUE);
        var enqueued = HandMade.flat(4)
                .busy(0, 1, 2)
                .with(EventKind.STAT_SLEEP)
                .lines("5 [3] idle:0 stat_sleep x:60 delay=1")
                .lines(SLEEPS_BESIDE_ANOTHER.formatted("101 [0] b0:100 stat_sleep u:50 delay=80000"));
        assertThat(Verdict.of(enqueued, "v6.12").scores().decisions()).isEqualTo(1);
    }

    @Test
    void withoutStatisticsCompanyOnTheCpuIsEnoughForDoubt() {
        onlySkipped(judge("v6.12", SLEEPS_BESIDE_ANOTHER.formatted("")), SkipReason.MAYBE_DELAYED_DEQUEUE);
        assertThat(judge("v6.1", SLEEPS_BESIDE_ANOTHER.formatted("")).scores().decisions())
                .isEqualTo(1);
    }

    @Test
    void statisticsThatAreRecordedButSwitchedOffProveNothing() {
        // kernel.sched_schedstats = 0: the tracepoint is there and never fires.
        var silent = HandMade.flat(4).busy(0, 1).with(EventKind.STAT_SLEEP).lines("""
                10  [3] idle:0 switch idle:0 R ==> u:50
                20  [3] u:50   switch u:50 S ==> idle:0
                100 [0] b0:100 waking u:50 target_cpu=3
                101 [0] b0:100 stat_runtime b0:100
                105 [0] b0:100 wakeup u:50 target_cpu=3
                """);
        assertThat(Verdict.of(silent, "v6.12").scores().decisions()).isEqualTo(1);
    }
}
