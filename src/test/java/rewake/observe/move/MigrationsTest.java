package rewake.observe.move;

import rewake.observe.ChosenTasks;
import rewake.observe.Selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rewake.HandMade;
import rewake.observe.move.MovedWaits.Part;

final class MigrationsTest {
    private static Migrations of(HandMade trace, Selection selection) {
        var chosen = ChosenTasks.all(trace.comms());
        var moves = new Migrations(trace.facts(), trace.comms(), trace.stats(), selection, chosen, 20_000);
        trace.read(moves);
        moves.finish();
        return moves;
    }

    /** q waits on CPU 1 from 1 µs, moves to CPU 2 at 11 and on to CPU 0 at 31, runs at 36. */
    private static HandMade movedTwice() {
        return HandMade.flat(3).lines("""
                0  [0] w:10 stat_runtime w:10
                0  [1] r:20 stat_runtime r:20
                0  [2] v:40 stat_runtime v:40
                1  [1] r:20 waking q:30 target_cpu=1
                2  [1] r:20 wakeup q:30 target_cpu=1
                11 [2] v:40/s migrate q:30 orig_cpu=1 dest_cpu=2
                31 [0] w:10 migrate q:30 orig_cpu=2 dest_cpu=0
                36 [0] w:10 switch w:10 S ==> q:30
                """);
    }

    @Test
    void aWaitCountsForTheCauseOfItsLastMove() {
        MovedWaits waits = of(movedTwice(), Selection.ALL).waits();
        assertThat(waits.of(MoveCause.PERIODIC, Part.ALL).count()).isZero();
        assertThat(waits.of(MoveCause.NEWIDLE, Part.BEFORE).sumNs()).isEqualTo(10_000);
        assertThat(waits.of(MoveCause.NEWIDLE, Part.AFTER).sumNs()).isEqualTo(5_000);
        assertThat(waits.of(MoveCause.NEWIDLE, Part.ALL).sumNs()).isEqualTo(35_000);
        assertThat(waits.of(MoveCause.NEWIDLE, Part.ALL).count()).isEqualTo(1);
    }

    @Test
    void aWaitThatEndsBeforeItsCauseIsKnownIsCountedThen() {
        MovedWaits waits = of(
                        HandMade.flat(2)
                                .with(rewake.event.EventKind.PROCESS_EXEC)
                                .lines("""
                0  [0] w:10 stat_runtime w:10
                0  [1] r:20 stat_runtime r:20
                5  [1] r:20 waking migration/1:91 prio=0 target_cpu=1
                6  [1] r:20 wakeup migration/1:91 target_cpu=1
                7  [1] r:20 switch r:20 R ==> migration/1:91
                10 [1] migration/1:91 migrate r:20 orig_cpu=1 dest_cpu=0
                12 [0] w:10 switch w:10 S ==> r:20
                14 [0] r:20 switch r:20 R ==> x:50
                15 [0] x:50 switch x:50 S ==> r:20
                16 [0] r:20 exec r:20
                """),
                        Selection.ALL)
                .waits();
        assertThat(waits.of(MoveCause.EXEC, Part.ALL).count()).isEqualTo(1);
        assertThat(waits.of(MoveCause.EXEC, Part.ALL).sumNs()).isEqualTo(5_000);
        assertThat(waits.of(MoveCause.EXEC, Part.BEFORE).sumNs()).isEqualTo(3_000);
    }

    @Test
    void aWaitThatDoesNotEndIsCut() {
        MovedWaits waits = of(HandMade.flat(2).lines("""
                0  [0] w:10 stat_runtime w:10
                0  [1] r:20 stat_runtime r:20
                1  [1] r:20 waking q:30 target_cpu=1
                2  [1] r:20 wakeup q:30 target_cpu=1
                11 [0] w:10/s migrate q:30 orig_cpu=1 dest_cpu=0
                20 [0] w:10 stat_runtime w:10
                """), Selection.ALL).waits();
        assertThat(waits.cut(MoveCause.PERIODIC)).isEqualTo(1);
        assertThat(waits.of(MoveCause.PERIODIC, Part.ALL).count()).isZero();
    }

    /** q is moved to CPU 0 while it waits, is found running there at 20 and preempted, and runs again at 40. */
    private static HandMade foundRunning() {
        return HandMade.flat(2).lines("""
                0  [0] w:10 stat_runtime w:10
                0  [1] r:20 stat_runtime r:20
                1  [1] r:20 waking q:30 target_cpu=1
                2  [1] r:20 wakeup q:30 target_cpu=1
                11 [0] w:10/s migrate q:30 orig_cpu=1 dest_cpu=0
                20 [0] q:30 stat_runtime q:30
                30 [0] q:30 switch q:30 R ==> w:10
                40 [0] w:10 switch w:10 R ==> q:30
                """);
    }

    @Test
    void aMoveDoesNotBelongToALaterWaitOfATaskFoundRunning() {
        for (var selection :
                List.of(Selection.ALL, new Selection(new java.util.BitSet(), 1_000_015_000L, 1_000_060_000L))) {
            MovedWaits waits = of(foundRunning(), selection).waits();
            for (MoveCause cause : MoveCause.values()) {
                assertThat(waits.of(cause, Part.ALL).count()).isZero();
                assertThat(waits.of(cause, Part.AFTER).sumNs()).isZero();
            }
        }
        assertThat(of(foundRunning(), Selection.ALL).waits().cut(MoveCause.PERIODIC))
                .isEqualTo(1);
    }

    @Test
    void aPlacementIsNoMoveWhileWaiting() {
        MovedWaits waits = of(HandMade.flat(2).lines("""
                0  [0] w:10 stat_runtime w:10
                1  [0] w:10 waking q:30 target_cpu=0
                2  [0] w:10 migrate q:30 orig_cpu=0 dest_cpu=1
                3  [1] idle:0/h wakeup q:30 target_cpu=1
                4  [1] idle:0 switch idle:0 R ==> q:30
                """), Selection.ALL).waits();
        for (MoveCause cause : MoveCause.values())
            assertThat(waits.of(cause, Part.ALL).count()).isZero();
    }

    /** q: 1→0 at 10, back at 15 without having run, →0 at 50 (it ran on 1 in between), →2 at 60, →1 at 70. */
    private static HandMade pingPong() {
        return HandMade.flat(3).lines("""
                0  [0] w:10 stat_runtime w:10
                0  [1] r:20 stat_runtime r:20
                0  [2] v:40 stat_runtime v:40
                1  [1] r:20 waking q:30 target_cpu=1
                2  [1] r:20 wakeup q:30 target_cpu=1
                10 [0] w:10/s migrate q:30 orig_cpu=1 dest_cpu=0
                15 [1] r:20/s migrate q:30 orig_cpu=0 dest_cpu=1
                20 [1] r:20 switch r:20 S ==> q:30
                30 [1] q:30 switch q:30 R ==> z:60
                50 [0] w:10/s migrate q:30 orig_cpu=1 dest_cpu=0
                60 [2] v:40/s migrate q:30 orig_cpu=0 dest_cpu=2
                70 [1] z:60/s migrate q:30 orig_cpu=2 dest_cpu=1
                """);
    }

    @Test
    void aMoveThatUndoesTheOneBeforeIsAPingPong() {
        Migrations moves = of(pingPong(), Selection.ALL);
        PingPongs of = moves.pingPongs();
        int q = moves.timeline().tasks().of(30, 0);
        assertThat(of.count(q)).isEqualTo(2); // 1-0-1 and, with the stay on 1 in between, 0-1-0
        assertThat(of.within(q)).isEqualTo(1);
        assertThat(of.unrun(q)).isEqualTo(1);
        assertThat(of.returnSumNs(q)).isEqualTo(40_000);
        assertThat(of.returnMinNs(q)).isEqualTo(5_000);
    }

    @Test
    void pairsOfCpusAddUpToAllMoves() {
        var pairs = new ArrayList<String>();
        of(pingPong(), Selection.ALL)
                .pairs()
                .forEach((from, to, n, back) -> pairs.add(from + ">" + to + " " + n + " " + back));
        assertThat(pairs).isEqualTo(List.of("0>1 1 1", "0>2 1 0", "1>0 2 1", "2>1 1 0"));
    }

    @Test
    void aWindowCountsTheMovesInItAndStillKnowsTheOnesBefore() {
        Migrations moves = of(pingPong(), new Selection(new java.util.BitSet(), HandMade.ns(12), HandMade.ns(55)));
        assertThat(moves.counts().migrations()).isEqualTo(2);
        assertThat(moves.pingPongs().count(moves.timeline().tasks().of(30, 0))).isEqualTo(2);
    }
}
