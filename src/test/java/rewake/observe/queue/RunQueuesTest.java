package rewake.observe.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.Topology;
import rewake.observe.Selection;

final class RunQueuesTest {
    /** 100 µs. CPU 0: a alone, from 20 on b waits, from 50 on b runs alone, from 90 on idle. CPU 1 is idle until c comes at 60. */
    private static final String STORY = """
            0   [0] a:10   stat_runtime a:10
            0   [1] idle:0 stat_runtime idle:0
            19  [0] a:10   waking b:20 target_cpu=0
            20  [0] a:10   wakeup b:20 target_cpu=0
            50  [0] a:10   switch a:10 S ==> b:20
            58  [0] b:20   waking c:30 target_cpu=1
            60  [1] idle:0 wakeup c:30 target_cpu=1
            61  [1] idle:0 switch idle:0 R ==> c:30
            90  [0] b:20   switch b:20 S ==> idle:0
            100 [1] c:30   switch c:30 S ==> idle:0
            """;

    @Test
    void lengthIsWeightedWithTimeAndCountsTheRunningTask() {
        QueueWatch watch = Watched.of(HandMade.flat(2).lines(STORY));
        CpuQueue first = watch.queue(0);
        assertThat(first.nsAt()).startsWith(10_000, 60_000, 30_000);
        assertThat(first.knownNs()).isEqualTo(100_000);
        assertThat(first.taskNs()).isEqualTo(120_000);
        assertThat(first.max()).isEqualTo(2);
        assertThat(first.busyNs()).isEqualTo(90_000);
        assertThat(first.percentile(0.7)).isEqualTo(1);
        assertThat(first.percentile(0.71)).isEqualTo(2);
        CpuQueue second = watch.queue(1);
        assertThat(second.nsAt()).startsWith(60_000, 40_000);
        assertThat(second.busyNs()).isEqualTo(39_000);
    }

    @Test
    void anIdleCpuBesideAWaitingTaskIsAViolationUntilTheTaskRuns() {
        RunQueues queues = Watched.of(HandMade.flat(2).lines(STORY)).queues();
        WorkConservation all = conservation(queues, Scope.ALL);
        assertThat(all.lengths(Mobility.FREE).count()).isEqualTo(1);
        assertThat(all.lengths(Mobility.FREE).sumNs()).isEqualTo(30_000);
        assertThat(all.lengths(Mobility.MOVED).count()).isZero();
        assertThat(all.somewhereNs()).isEqualTo(30_000);
        assertThat(all.wastedNs()).isEqualTo(30_000);
    }

    @Test
    void onlyTheWindowCounts() {
        QueueWatch watch = Watched.of(
                HandMade.flat(2).lines(STORY), new Selection(new BitSet(), HandMade.ns(40), HandMade.ns(70)));
        assertThat(watch.queue(0).nsAt()).startsWith(0, 20_000, 10_000);
        assertThat(watch.queue(0).knownNs()).isEqualTo(watch.coverage().knownNs(0));
        assertThat(conservation(watch.queues(), Scope.ALL)
                        .lengths(Mobility.FREE)
                        .sumNs())
                .isEqualTo(10_000);
    }

    /** b waits on CPU 0 from 20 to 50; c is woken at 28, while it still runs on CPU 1, and leaves it at 30. */
    @Test
    void norIsACpuThatATaskLeavesWhichIsBeingWokenAlready() {
        RunQueues queues = Watched.of(HandMade.flat(3).busy(2).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] c:30   stat_runtime c:30
                19  [0] a:10   waking b:20 target_cpu=0
                20  [0] a:10   wakeup b:20 target_cpu=0
                28  [2] b2:102 waking c:30 target_cpu=1
                30  [1] c:30   switch c:30 S ==> idle:0
                45  [1] idle:0 wakeup c:30 target_cpu=1
                46  [1] idle:0 switch idle:0 R ==> c:30
                50  [0] a:10   switch a:10 S ==> b:20
                """)).queues();
        assertThat(conservation(queues, Scope.ALL).lengths(Mobility.FREE).count())
                .isZero();
    }

    /** b waits on CPU 0 from 20 to 50; CPU 1 is idle, but from 30 on a wake-up is on its way to it. */
    @Test
    void aCpuToWhichAWakeUpIsOnItsWayIsIdleNoLonger() {
        RunQueues queues = Watched.of(HandMade.flat(3).busy(2).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] idle:0 stat_runtime idle:0
                19  [0] a:10   waking b:20 target_cpu=0
                20  [0] a:10   wakeup b:20 target_cpu=0
                29  [2] b2:102 waking c:30 target_cpu=1
                30  [2] b2:102 stat_runtime b2:102
                45  [1] idle:0 wakeup c:30 target_cpu=1
                46  [1] idle:0 switch idle:0 R ==> c:30
                50  [0] a:10   switch a:10 S ==> b:20
                """)).queues();
        assertThat(conservation(queues, Scope.ALL).lengths(Mobility.FREE).sumNs())
                .isEqualTo(10_000);
    }

    /** A task of its own that is queued on an idle CPU is about to run there: nobody waits behind another. */
    @Test
    void theOnlyTaskOfACpuDoesNotWaitBehindAnother() {
        QueueWatch watch = Watched.of(HandMade.flat(3).busy(2).lines("""
                0   [0] idle:0 stat_runtime idle:0
                0   [1] idle:0 stat_runtime idle:0
                10  [2] b2:102 waking a:10 target_cpu=0
                12  [0] idle:0 wakeup a:10 target_cpu=0
                20  [0] idle:0 switch idle:0 R ==> a:10
                30  [0] a:10   switch a:10 S ==> idle:0
                """));
        assertThat(conservation(watch.queues(), Scope.ALL).lengths(Mobility.ANY).count())
                .isZero();
        assertThat(watch.queue(0).nsAt()).startsWith(12_000, 18_000);
        assertThat(watch.queue(0).busyNs()).isEqualTo(10_000);
    }

    @Test
    void aBoundKernelThreadCannotBeTakenByAnIdleCpu() {
        RunQueues queues = Watched.of(HandMade.flat(2).lines(STORY.replace("b:20", "kworker/0:1-events:20")))
                .queues();
        WorkConservation all = conservation(queues, Scope.ALL);
        assertThat(all.lengths(Mobility.FREE).count()).isZero();
        assertThat(all.lengths(Mobility.ANY).sumNs()).isEqualTo(30_000);
        RunQueues unbound = Watched.of(HandMade.flat(2).lines(STORY.replace("b:20", "kworker/u8:1-events:20")))
                .queues();
        assertThat(conservation(unbound, Scope.ALL).lengths(Mobility.FREE).count())
                .isEqualTo(1);
    }

    /** b is seen on CPU 1 before it waits on CPU 0. */
    @Test
    void aTaskSeenOnTwoCpusSurelyCanMove() {
        RunQueues queues = Watched.of(HandMade.flat(2).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] b:20   stat_runtime b:20
                10  [1] b:20   switch b:20 S ==> idle:0
                19  [0] a:10   waking b:20 target_cpu=1
                20  [0] a:10   migrate b:20 orig_cpu=1 dest_cpu=0
                21  [0] a:10   wakeup b:20 target_cpu=0
                51  [0] a:10   switch a:10 S ==> b:20
                60  [0] b:20   switch b:20 S ==> idle:0
                """)).queues();
        assertThat(conservation(queues, Scope.ALL).lengths(Mobility.MOVED).sumNs())
                .isEqualTo(30_000);
    }

    /** Two cores of two threads: a waits on CPU 0 while its sibling 1 is busy until 40, CPUs 2 and 3 are idle all the time. */
    @Test
    void eachScopeLooksOnlyAtItsOwnCpus() {
        Topology machine =
                Topology.of("test", new int[] {0, 0, 1, 1}, null, new int[] {0, 0, 1, 1}, new int[] {0, 0, 0, 0});
        RunQueues queues =
                Watched.of(HandMade.on(machine).busy(0, 1).lines("""
                0   [2] idle:0 stat_runtime idle:0
                0   [3] idle:0 stat_runtime idle:0
                19  [0] b0:100 waking a:10 target_cpu=0
                20  [0] b0:100 wakeup a:10 target_cpu=0
                40  [1] b1:101 switch b1:101 S ==> idle:0
                50  [0] b0:100 switch b0:100 S ==> a:10
                100 [0] a:10   stat_runtime a:10
                """)).queues();
        assertThat(conservation(queues, Scope.SMT).lengths(Mobility.FREE).sumNs())
                .isEqualTo(10_000);
        assertThat(conservation(queues, Scope.SMT).totalNs(Mobility.FREE, 0)).isEqualTo(10_000);
        assertThat(conservation(queues, Scope.SMT).totalNs(Mobility.FREE, 1)).isZero();
        assertThat(conservation(queues, Scope.LLC).lengths(Mobility.FREE).sumNs())
                .isEqualTo(10_000);
        assertThat(conservation(queues, Scope.NODE).lengths(Mobility.FREE).sumNs())
                .isEqualTo(30_000);
        assertThat(queues.conservation(Scope.CLUSTER)).isNull();
    }

    /** Three tasks wait, two CPUs are idle: two CPUs' time is wasted. */
    @Test
    void wastedIsTheSmallerNumberOfIdleCpusAndWaitingTasks() {
        RunQueues queues = Watched.of(HandMade.flat(3).busy(0).lines("""
                0   [1] idle:0 stat_runtime idle:0
                0   [2] idle:0 stat_runtime idle:0
                10  [0] b0:100 wakeup_new a:10 target_cpu=0
                20  [0] b0:100 wakeup_new b:11 target_cpu=0
                30  [0] b0:100 wakeup_new c:12 target_cpu=0
                60  [0] b0:100 stat_runtime b0:100
                """)).queues();
        WorkConservation all = conservation(queues, Scope.ALL);
        assertThat(all.wastedNs()).isEqualTo(10_000 + 20_000 + 2 * 30_000 - 10_000 + 10_000);
        assertThat(all.lengths(Mobility.FREE).count()).isEqualTo(1);
        assertThat(all.lengths(Mobility.FREE).maxNs()).isEqualTo(50_000);
    }

    /**
     * CPU 1 loses events between 40 and 60 and says at 70 what it runs. Until 40 b waits there while CPU 2 is idle; what was held
     * back since then does not count.
     */
    @Test
    void whatIsNotKnownDoesNotCount() {
        QueueWatch watch = Watched.of(HandMade.flat(3).lines("""
                0   [0] a:10   stat_runtime a:10
                0   [1] b:20   stat_runtime b:20
                0   [2] idle:0 stat_runtime idle:0
                20  [1] b:20   wakeup c:30 target_cpu=1
                40  [1] b:20   stat_runtime b:20
                60  [1] idle:0 lost
                70  [1] b:20   switch b:20 S ==> idle:0
                100 [0] a:10   stat_runtime a:10
                """));
        CpuQueue lossy = watch.queue(1);
        assertThat(lossy.nsAt()).startsWith(30_000, 20_000, 20_000);
        assertThat(lossy.busyNs()).isEqualTo(40_000);
        assertThat(lossy.knownNs()).isEqualTo(watch.coverage().knownNs(1)).isEqualTo(70_000);
        // As recorded the violation lasts from 20 to 60, when the loss is told.
        assertThat(conservation(watch.queues(), Scope.ALL)
                        .lengths(Mobility.FREE)
                        .sumNs())
                .isEqualTo(40_000);
    }

    @Test
    void aSeriesHasOneStepForEachStretchOfTime() {
        var told = new StringBuilder();
        Watched.of(HandMade.flat(2).lines(STORY)).queues().series().forEach((from, to, tasks, busy) -> {
            if (from == HandMade.ns(0) || to == HandMade.ns(100))
                told.append("%d %.2f %.2f, ".formatted(to - from, tasks, busy));
        });
        // 1024 ns a step; the last one is what is left of 100 µs.
        assertThat(told).hasToString("1024 1.00 1.00, 672 1.00 1.00, ");
    }

    @Test
    void aThousandForksAreAThousandTasks() {
        HandMade trace = HandMade.flat(2).busy(0);
        trace.lines("0 [1] idle:0 stat_runtime idle:0");
        for (int i = 1; i <= 1000; i++)
            trace.lines("%d [0] b0:100 wakeup_new t:%d target_cpu=0".formatted(i, 1000 + i));
        QueueWatch watch = Watched.of(trace.lines("1001 [0] b0:100 stat_runtime b0:100"));
        assertThat(watch.queue(0).max()).isEqualTo(1001);
        assertThat(watch.queue(0).taskNs()).isEqualTo(1000.0 * (1001 + 1001 * 1000 / 2));
    }

    private static WorkConservation conservation(RunQueues queues, Scope scope) {
        WorkConservation of = queues.conservation(scope);
        if (of == null) throw new AssertionError(scope + " is not there");
        return of;
    }
}
