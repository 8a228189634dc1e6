package rewake.observe.move;

import rewake.observe.ChosenTasks;
import rewake.observe.Selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.event.Distance;
import rewake.event.EventKind;
import rewake.event.Topology;

/** Each rule of {@link MoveCauses} on a story that has its pattern and nothing else. */
final class MoveCausesTest {
    private static final Topology TWO_NODES =
            Topology.of("test", new int[] {0, 1, 2, 3}, null, new int[] {0, 0, 1, 1}, new int[] {0, 0, 1, 1});
    /** Task w runs on CPU 0 and r on CPU 1; q is queued behind r. */
    private static final String START = """
            0  [0] w:10 stat_runtime w:10
            0  [1] r:20 stat_runtime r:20
            1  [1] r:20 waking q:30 target_cpu=1
            2  [1] r:20 wakeup q:30 target_cpu=1
            """;
    /** As before; w wakes the stopper of CPU 1, which switches r out. */
    private static final String STOPPED = START + """
            5  [0] w:10/X waking migration/1:91 prio=0 target_cpu=1
            6  [0] w:10/X wakeup migration/1:91 target_cpu=1
            7  [1] r:20 switch r:20 R ==> migration/1:91
            """;

    private static Migrations of(HandMade trace) {
        var moves = new Migrations(
                trace.facts(), trace.comms(), trace.stats(), Selection.ALL, ChosenTasks.all(trace.comms()), 500_000);
        trace.read(moves);
        moves.finish();
        return moves;
    }

    /** Every kind of move that was counted. */
    private static List<String> moves(HandMade trace) {
        MoveCounts counts = of(trace).counts();
        var found = new ArrayList<String>();
        for (MoveCause cause : MoveCause.values())
            for (MoveReason reason : MoveReason.values())
                for (int d = 0; d <= MoveCounts.DISTANCE_UNKNOWN; d++)
                    for (long n = counts.count(cause, reason, d); n > 0; n--)
                        found.add(cause.id() + (reason == MoveReason.NONE ? "" : " " + reason.id()) + " "
                                + Distance.values()[d].id());
        return found;
    }

    private static List<String> after(String start, String more) {
        return moves(HandMade.on(TWO_NODES).lines(start).lines(more));
    }

    private static String by(String context) {
        return STOPPED.replace("/X", context);
    }

    @Test
    void betweenWakingAndWakeupIsAWakeupsPlacement() {
        assertThat(after(START, """
                10 [0] w:10 waking z:40 target_cpu=0
                11 [0] w:10 migrate z:40 orig_cpu=0 dest_cpu=3
                12 [3] idle:0/h wakeup z:40 target_cpu=3
                """)).containsExactly("wakeup remote");
    }

    @Test
    void aWakeupThatSeesItsWakeeRunStillIsAWakeup() {
        assertThat(after(START, """
                10 [0] w:10 waking r:20 target_cpu=1
                11 [0] w:10 migrate r:20 orig_cpu=1 dest_cpu=3
                12 [1] r:20 switch r:20 S ==> q:30
                13 [3] idle:0/h wakeup r:20 target_cpu=3
                """)).containsExactly("wakeup remote");
    }

    @Test
    void aPullOfATaskThatThePullerHasJustWokenIsNone() {
        assertThat(after(START, """
                10 [0] w:10 waking z:40 target_cpu=1
                11 [1] r:20/h wakeup z:40 target_cpu=1
                12 [0] w:10 migrate z:40 orig_cpu=1 dest_cpu=0
                13 [0] w:10 switch w:10 S ==> z:40
                """)).containsExactly("newidle llc");
    }

    @Test
    void aWakeupWhoseBeginningIsBeforeTheTraceIsAWakeup() {
        assertThat(after(START, """
                10 [2] x:50 migrate z:40 orig_cpu=2 dest_cpu=3
                11 [3] idle:0/h wakeup z:40 target_cpu=3
                """)).containsExactly("wakeup llc");
    }

    @Test
    void aTaskThatWaitedSinceBeforeTheTraceIsNotWoken() {
        assertThat(after(START, """
                10 [0] w:10/s migrate z:40 orig_cpu=1 dest_cpu=0
                11 [0] w:10 switch w:10 R ==> z:40
                """)).containsExactly("periodic llc");
    }

    @Test
    void aPullBeforeGoingIdleIsNewidle() {
        assertThat(after(START, """
                10 [0] w:10 migrate q:30 orig_cpu=1 dest_cpu=0
                11 [0] w:10 stat_runtime w:10
                12 [0] w:10 switch w:10 S ==> q:30
                """)).containsExactly("newidle llc");
    }

    @Test
    void soIsThePullOfAnIdleTaskThatWasAskedToSwitch() {
        assertThat(after(START, """
                10 [2] idle:0 migrate q:30 orig_cpu=1 dest_cpu=2
                12 [2] idle:0 switch idle:0 R ==> q:30
                """)).containsExactly("newidle remote");
    }

    @Test
    void whoMovesAQueuedTaskToItselfAndGoesOnChangedItsAffinity() {
        assertThat(after(START, """
                10 [0] w:10 migrate q:30 orig_cpu=1 dest_cpu=0
                12 [0] w:10 switch w:10 R ==> q:30
                """)).containsExactly("affinity llc");
        assertThat(after(START, """
                10 [0] w:10 migrate q:30 orig_cpu=1 dest_cpu=0
                12 [0] w:10 waking z:40 target_cpu=2
                13 [0] w:10 switch w:10 S ==> q:30
                """)).containsExactly("affinity llc");
    }

    @Test
    void soDoesWhoMovesItToAThirdCpu() {
        assertThat(after(START, "10 [0] w:10 migrate q:30 orig_cpu=1 dest_cpu=2"))
                .containsExactly("affinity remote");
    }

    @Test
    void softInterruptsBalanceForTheirCpuOrForIdleOnes() {
        assertThat(after(START, "10 [0] w:10/s migrate q:30 orig_cpu=1 dest_cpu=0"))
                .containsExactly("periodic llc");
        assertThat(after(START, "10 [2] idle:0/s migrate q:30 orig_cpu=1 dest_cpu=2"))
                .containsExactly("periodic remote");
        assertThat(after(START, "10 [2] idle:0/s migrate q:30 orig_cpu=1 dest_cpu=3"))
                .containsExactly("nohz remote");
        assertThat(after(START, "10 [0] w:10/s migrate q:30 orig_cpu=1 dest_cpu=2"))
                .containsExactly("periodic remote");
        assertThat(after(START, """
                9  [2] idle:0 switch idle:0 R ==> ksoftirqd/2:60
                10 [2] ksoftirqd/2:60/s migrate q:30 orig_cpu=1 dest_cpu=3
                """)).containsExactly("nohz remote");
    }

    @Test
    void realTimeTasksAreTheirOwnClasss() {
        assertThat(after(START, """
                3 [1] r:20 waking rt:70 prio=50 target_cpu=1
                4 [1] r:20 wakeup rt:70 target_cpu=1
                10 [0] w:10 migrate rt:70 orig_cpu=1 dest_cpu=0
                """)).containsExactly("unknown rt_push_pull llc");
    }

    @Test
    void hardInterruptsBalanceNothing() {
        assertThat(after(START, "10 [0] w:10/h migrate q:30 orig_cpu=1 dest_cpu=0"))
                .containsExactly("unknown hard_interrupt llc");
    }

    @Test
    void withoutTheContextOnlyAnIdleTaskTells() {
        assertThat(after(START, """
                10 [0] w:10/u migrate q:30 orig_cpu=1 dest_cpu=0
                12 [0] w:10/u switch w:10 S ==> q:30
                """)).containsExactly("unknown no_context llc");
        assertThat(after(START, "10 [2] idle:0/u migrate q:30 orig_cpu=1 dest_cpu=3"))
                .containsExactly("nohz remote");
    }

    @Test
    void theStopperWokenByABalancerIsActiveBalance() {
        assertThat(after(by("/s"), "10 [1] migration/1:91 migrate r:20 orig_cpu=1 dest_cpu=2"))
                .containsExactly("active remote");
    }

    @Test
    void theStopperWokenForItsOwnCpuByOneThatRunsDryIsActiveBalance() {
        String move = "10 [1] migration/1:91 migrate r:20 orig_cpu=1 dest_cpu=0\n";
        String dry = "11 [0] w:10 switch w:10 S ==> idle:0\n";
        assertThat(after(by(""), move + dry)).containsExactly("active llc");
        assertThat(after(by(""), dry.replace("11", "8") + move)).containsExactly("active llc");
        assertThat(after(by(""), move + "11 [0] w:10 waking z:40 target_cpu=2")).containsExactly("affinity llc");
        assertThat(after(by(""), move + dry.replace(" S ", " D "))).containsExactly("unknown active_or_affinity llc");
        assertThat(after(by(""), move)).containsExactly("unknown cut llc");
    }

    @Test
    void theStopperWokenByAnotherTaskForAThirdCpuIsAffinity() {
        assertThat(after(by(""), "10 [1] migration/1:91 migrate r:20 orig_cpu=1 dest_cpu=2"))
                .containsExactly("affinity remote");
    }

    @Test
    void aStopperWhoseWakingWasNotSeenTellsNothing() {
        assertThat(after(START, """
                7  [1] r:20 switch r:20 R ==> migration/1:91 prio=0
                10 [1] migration/1:91 migrate r:20 orig_cpu=1 dest_cpu=2
                """)).containsExactly("unknown stopper_waker remote");
    }

    /** r wakes the stopper itself and is moved from CPU 1 to CPU 0. */
    private static HandMade self(int to) {
        return HandMade.on(TWO_NODES).lines(START).lines("""
                5  [1] r:20 waking migration/1:91 prio=0 target_cpu=1
                6  [1] r:20 wakeup migration/1:91 target_cpu=1
                7  [1] r:20 switch r:20 R ==> migration/1:91
                10 [1] migration/1:91 migrate r:20 orig_cpu=1 dest_cpu=%d
                11 [1] migration/1:91 switch migration/1:91 S ==> q:30
                """.formatted(to));
    }

    private static final String EXECS = """
            12 [0] w:10 switch w:10 S ==> r:20
            14 [0] r:20 exec r:20
            """;

    @Test
    void whoHasItselfMovedAndGoesOnToExecWasMovedByExec() {
        assertThat(moves(self(0).with(EventKind.PROCESS_EXEC).lines(EXECS))).containsExactly("exec llc");
        assertThat(moves(self(0).with(EventKind.PROCESS_EXEC).lines(EXECS.replace("exec r:20", "comm r:20 exec=1"))))
                .containsExactly("exec llc");
    }

    @Test
    void whoHasItselfMovedAndSleepsFirstChangedItsAffinity() {
        assertThat(moves(self(0).with(EventKind.PROCESS_EXEC).lines("""
                12 [0] w:10 switch w:10 S ==> r:20
                13 [0] r:20 switch r:20 S ==> idle:0
                14 [0] idle:0/h waking r:20 target_cpu=0
                15 [0] idle:0/h wakeup r:20 target_cpu=0
                16 [0] idle:0 switch idle:0 R ==> r:20
                17 [0] r:20 exec r:20
                """))).containsExactly("affinity llc");
    }

    @Test
    void withoutExecRecordedTheyLookAlike() {
        assertThat(moves(self(0).lines("12 [0] w:10 switch w:10 S ==> r:20")))
                .containsExactly("unknown exec_or_affinity llc");
    }

    @Test
    void acrossNodesItMayBeNumaBalancingUnlessThatIsRecorded() {
        String sleeps = """
                12 [2] idle:0 switch idle:0 R ==> r:20
                13 [2] r:20 switch r:20 S ==> idle:0
                """;
        assertThat(moves(self(2).with(EventKind.PROCESS_EXEC).lines(sleeps)))
                .containsExactly("unknown numa_or_affinity remote");
        HandMade recorded =
                self(2).with(EventKind.PROCESS_EXEC).with(EventKind.MOVE_NUMA).with(EventKind.SWAP_NUMA);
        assertThat(moves(recorded.lines(sleeps))).containsExactly("affinity remote");
    }

    @Test
    void numaBalancingSaysWhereItSendsATask() {
        assertThat(moves(self(2).lines("4 [1] r:20 move_numa r:20 src_cpu=1 dst_cpu=2")))
                .containsExactly("numa remote");
    }

    @Test
    void forksStandBeside() {
        Migrations moves = of(HandMade.on(TWO_NODES).lines(START).lines("""
                10 [0] w:10 fork w:10 c:80
                11 [0] w:10 wakeup_new c:80 target_cpu=2
                12 [0] w:10 fork w:10 d:81
                13 [0] w:10 wakeup_new d:81 target_cpu=0
                """));
        assertThat(moves.forks()).isEqualTo(2);
        assertThat(moves.counts().count(MoveCause.FORK, MoveReason.NONE, Distance.REMOTE.ordinal()))
                .isEqualTo(1);
        assertThat(moves.counts().count(MoveCause.FORK)).isEqualTo(1);
        assertThat(moves.counts().migrations()).isZero();
    }
}
