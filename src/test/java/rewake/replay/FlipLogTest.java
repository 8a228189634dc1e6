package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rewake.kernel.CpuMask;

/** How CPUs looked at an instant, from turns that become visible early, late and out of order. */
final class FlipLogTest {
    private static final int NOBODY = -1;

    private final FlipLog log = new FlipLog(2);

    private Decision at(long ns) {
        var d = new Decision(2, 1).begin(5, ns - 1);
        d.thisCpu = 0;
        d.decideNs = ns;
        log.lookAt(d, d.decideNs, 100);
        return d;
    }

    @Test
    void aCpuWithoutTurnsIsIdle() {
        assertThat(CpuMask.has(at(50).idle, 1)).isTrue();
    }

    @Test
    void aTurnCountsFromWhenItIsVisible() {
        log.add(1, FlipLog.BUSY, SeenGuess.Change.QUEUED, 1000, 1050, 1, NOBODY);
        assertThat(CpuMask.has(at(1049).idle, 1)).isTrue();
        assertThat(CpuMask.has(at(1050).idle, 1)).isFalse();
    }

    @Test
    void theOwnCpuSeesItInProgramOrderAndDoesNotRace() {
        log.add(1, FlipLog.BUSY, SeenGuess.Change.QUEUED, 1000, 1050, 0, NOBODY);
        assertThat(CpuMask.has(at(1001).idle, 1)).isFalse();
        assertThat(CpuMask.has(at(1001).flipped, 1)).isFalse();
    }

    @Test
    void anotherCpusTurnRacesWithinTheWindow() {
        log.add(1, FlipLog.BUSY, SeenGuess.Change.QUEUED, 1000, 1000, 1, NOBODY);
        assertThat(CpuMask.has(at(900).flipped, 1)).isTrue();
        assertThat(CpuMask.has(at(1100).flipped, 1)).isTrue();
        assertThat(CpuMask.has(at(899).flipped, 1)).isFalse();
        assertThat(CpuMask.has(at(1101).flipped, 1)).isFalse();
    }

    @Test
    void whatTheWakeupItselfDidIsLeftOut() {
        log.add(1, FlipLog.BUSY, SeenGuess.Change.QUEUED, 1000, 1000, 1, 5);
        assertThat(CpuMask.has(at(1000).idle, 1)).isTrue(); // this wake-up began at 999
        assertThat(CpuMask.has(at(1500).idle, 1)).isFalse(); // that one belongs to an earlier wake-up of the same task
    }

    @Test
    void aLaterTurnHoldsThoughItWasVisibleEarlier() {
        log.add(1, FlipLog.BUSY, SeenGuess.Change.QUEUED, 1000, 1800, 0, NOBODY); // a mark that is set behind a record
        log.add(
                1,
                FlipLog.SCHED_IDLE,
                SeenGuess.Change.QUEUED,
                1900,
                1100,
                1,
                NOBODY); // and what came after it, visible before its record
        var d = new Decision(2, 1).begin(5, 1);
        d.thisCpu = 1;
        d.decideNs = 1850;
        log.lookAt(d, d.decideNs, 10);
        assertThat(CpuMask.has(d.schedIdle, 1)).isFalse(); // CPU 1 itself: in program order only at 1900
        d.thisCpu = 2;
        log.lookAt(d, d.decideNs, 10);
        assertThat(CpuMask.has(d.schedIdle, 1)).isTrue();
    }

    @Test
    void turnsThatFellOutOfTheLogLeaveWhatTheyTurnedTo() {
        for (int i = 0; i < 101; i++)
            log.add(
                    1,
                    i % 2 == 0 ? FlipLog.BUSY : FlipLog.IDLE,
                    SeenGuess.Change.QUEUED,
                    i * 1000L,
                    i * 1000L,
                    1,
                    NOBODY);
        // The oldest that is kept is turn 85 (idle); before it stood turn 84, busy.
        assertThat(CpuMask.has(at(85_000).idle, 1)).isTrue();
        assertThat(CpuMask.has(at(84_500).idle, 1)).isFalse();
    }

    @Test
    void theCostOfAnEventIsTheLeastUsualDistance() {
        var cost = new EventCost(1);
        long now = 1;
        for (int i = 0; i < 20_000; i++) cost.event(0, now += i % 10 == 0 ? 800 : 3000);
        assertThat(cost.ns()).isBetween(750L, 950L);
        // CPUs that the machine lacks and clocks that stand still say nothing.
        cost.event(7, 5);
        cost.event(0, now);
        assertThat(cost.ns()).isBetween(750L, 950L);
    }
}
