package rewake.observe.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.EventKind;

/** Counters as {@code kernel/sched/stats.h} and {@code ttwu_stat} would have them, worked out by hand. */
final class SchedstatTest {
    @Test
    void aWakeUpCountsForTheWakersCpu() {
        Schedstat stat = Watched.of(HandMade.flat(3).busy(2).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] idle:0 stat_runtime idle:0
                10  [0] a:10   waking b:20 target_cpu=1
                11  [0] a:10   stat_runtime a:10
                12  [1] idle:0 wakeup b:20 target_cpu=1
                13  [1] idle:0 switch idle:0 R ==> b:20
                20  [0] a:10   waking c:30 target_cpu=2
                21  [0] a:10   migrate c:30 orig_cpu=2 dest_cpu=0
                22  [0] a:10   wakeup c:30 target_cpu=0
                30  [0] a:10   waking a:10 target_cpu=0
                31  [0] a:10   wakeup a:10 target_cpu=0
                40  [0] a:10   waking b:20 target_cpu=1
                41  [0] a:10   wakeup b:20 target_cpu=1
                50  [2] b2:102 waking c:30 target_cpu=0
                51  [2] b2:102 wakeup c:30 target_cpu=0
                60  [0] a:10   wakeup_new d:40 target_cpu=0
                """)).schedstat();
        // of b, which slept; of c, which came; of itself; of b, which runs
        assertThat(stat.cpu(0).ttwu()).isEqualTo(4);
        assertThat(stat.cpu(0).ttwuLocal()).isEqualTo(2);
        assertThat(stat.cpu(1).ttwu()).isZero();
        assertThat(stat.cpu(1).wakeups()).isEqualTo(1);
        // of c, which is queued elsewhere
        assertThat(stat.cpu(2).ttwu()).isEqualTo(1);
        assertThat(stat.cpu(2).ttwuLocal()).isZero();
    }

    /** b waits 15 on CPU 0, then is moved to CPU 1, waits 9 there; a is switched out at 50 and is back after 20. */
    @Test
    void runDelayIsBookedWhereATaskRunsOrWhatItLeavesWaiting() {
        Schedstat stat = Watched.of(HandMade.flat(2).busy(1).lines("""
                0   [0] a:10   stat_runtime a:10
                4   [0] a:10   waking b:20 target_cpu=0
                5   [0] a:10   wakeup b:20 target_cpu=0
                20  [1] b1:101 migrate b:20 orig_cpu=0 dest_cpu=1
                29  [1] b1:101 switch b1:101 S ==> b:20
                40  [0] a:10   waking c:30 target_cpu=0
                41  [0] a:10   wakeup c:30 target_cpu=0
                50  [0] a:10   switch a:10 R ==> c:30
                70  [0] c:30   switch c:30 S ==> a:10
                80  [1] b:20   switch b:20 S ==> idle:0
                """)).schedstat();
        assertThat(stat.cpu(0).pcount()).isEqualTo(2);
        assertThat(stat.cpu(0).runDelayNs()).isEqualTo(15_000 + 9_000 + 20_000);
        assertThat(stat.cpu(1).pcount()).isEqualTo(1);
        assertThat(stat.cpu(1).runDelayNs()).isEqualTo(9_000);
        assertThat(stat.cpu(0).cpuTimeNs()).isEqualTo(70_000);
        assertThat(stat.cpu(1).cpuTimeNs()).isEqualTo(29_000 + 51_000);
    }

    @Test
    void aTaskThatStillWaitsHasNotBeenCounted() {
        Schedstat stat = Watched.of(HandMade.flat(1).busy(0).lines("""
                4   [0] b0:100 waking b:20 target_cpu=0
                5   [0] b0:100 wakeup b:20 target_cpu=0
                50  [0] b0:100 stat_runtime b0:100
                """)).schedstat();
        assertThat(stat.cpu(0).runDelayNs()).isZero();
        assertThat(stat.cpu(0).pcount()).isZero();
    }

    /** The clock is not read again when an idle CPU switches to what was woken; nor for the first of two. */
    @Test
    void anIdleCpuDoesNotReadItsClockAgain() {
        Schedstat stat = Watched.of(HandMade.flat(2).busy(1).lines("""
                0   [0] idle:0 stat_runtime idle:0
                4   [1] b1:101 waking b:20 target_cpu=0
                5   [0] idle:0 wakeup b:20 target_cpu=0
                7   [0] idle:0 switch idle:0 R ==> b:20
                10  [0] b:20   switch b:20 S ==> idle:0
                20  [1] b1:101 waking b:20 target_cpu=0
                21  [0] idle:0 wakeup b:20 target_cpu=0
                22  [1] b1:101 waking c:30 target_cpu=0
                24  [0] idle:0 wakeup c:30 target_cpu=0
                29  [0] idle:0 switch idle:0 R ==> b:20
                """)).schedstat();
        assertThat(stat.cpu(0).pcount()).isEqualTo(2);
        assertThat(stat.cpu(0).runDelayNs()).isEqualTo(0 + 3_000);
    }

    @Test
    void schedStatWaitTellsTheDelayToTheNs() {
        HandMade trace = HandMade.flat(2)
                .with(EventKind.STAT_WAIT)
                .with(EventKind.STAT_SLEEP)
                .busy(1)
                .lines("""
                0   [0] a:10   stat_runtime a:10
                4   [0] a:10   waking b:20 target_cpu=0
                4.5 [0] a:10   stat_sleep b:20 delay=900000
                5   [0] a:10   wakeup b:20 target_cpu=0
                28  [0] a:10   stat_wait b:20 delay=23456
                29  [0] a:10   switch a:10 R ==> b:20
                40  [0] b:20   stat_wait a:10 delay=10987
                41  [0] b:20   switch b:20 S ==> a:10
                """);
        Schedstat stat = Watched.of(trace).schedstat();
        assertThat(stat.cpu(0).runDelayNs()).isEqualTo(23_456 + 10_987);
        assertThat(stat.cpu(0).statWaitNs()).isEqualTo(23_456 + 10_987);
        assertThat(stat.cpu(0).exactWaits()).isEqualTo(2);
    }

    /** b slept on its queue from 10 to 30: sched_stat_wait holds that sleep, the run queue's delay does not. */
    @Test
    void theSleepOfADelayedDequeueIsNoRunDelay() {
        HandMade trace = HandMade.flat(1)
                .with(EventKind.STAT_WAIT)
                .with(EventKind.STAT_SLEEP)
                .lines("""
                0   [0] b:20   stat_runtime b:20
                10  [0] b:20   switch b:20 S ==> a:10
                30  [0] a:10   waking b:20 target_cpu=0
                31  [0] a:10   wakeup b:20 target_cpu=0
                40  [0] a:10   stat_wait b:20 delay=29900
                41  [0] a:10   switch a:10 R ==> b:20
                50  [0] b:20   stat_runtime b:20
                """);
        Schedstat stat = Watched.of(trace).schedstat();
        assertThat(stat.cpu(0).runDelayNs()).isEqualTo(10_000);
        assertThat(stat.cpu(0).exactWaits()).isZero();
    }

    /** What sched_stat_wait tells of a wait with a move is of both CPUs. */
    @Test
    void aMoveSplitsTheWaitThatWasTold() {
        HandMade trace = HandMade.flat(2).with(EventKind.STAT_WAIT).busy(1).lines("""
                0   [0] a:10   stat_runtime a:10
                4   [0] a:10   waking b:20 target_cpu=0
                5   [0] a:10   wakeup b:20 target_cpu=0
                20  [1] b1:101 migrate b:20 orig_cpu=0 dest_cpu=1
                28  [1] b1:101 stat_wait b:20 delay=23800
                29  [1] b1:101 switch b1:101 S ==> b:20
                """);
        Schedstat stat = Watched.of(trace).schedstat();
        assertThat(stat.cpu(0).runDelayNs()).isEqualTo(15_000);
        assertThat(stat.cpu(1).runDelayNs()).isEqualTo(8_800);
        assertThat(stat.cpu(1).exactWaits()).isEqualTo(1);
    }

    @Test
    void aLossAddsNoDelay() {
        Schedstat stat = Watched.of(HandMade.flat(2).busy(0).lines("""
                0   [1] b:20   stat_runtime b:20
                20  [1] b:20   wakeup c:30 target_cpu=1
                40  [1] b:20   stat_runtime b:20
                60  [1] idle:0 lost
                70  [1] b:20   switch b:20 S ==> c:30
                80  [1] c:30   switch c:30 S ==> idle:0
                """)).schedstat();
        assertThat(stat.cpu(1).pcount()).isEqualTo(1);
        assertThat(stat.cpu(1).runDelayNs()).isZero();
    }
}
