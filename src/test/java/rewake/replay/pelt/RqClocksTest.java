package rewake.replay.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Clocks that statistics tell, some hundred ns before their events. */
final class RqClocksTest {
    private static final int TASK = 5;

    private final RqClocks clocks = new RqClocks(2);

    @Test
    void aRunTimeLeadsFromThePickToTheDequeue() {
        clocks.picked(0, 10_000);
        assertThat(clocks.ran(0, 7_500, 18_100)).isEqualTo(17_500);
        assertThat(clocks.last(0, 18_400)).isEqualTo(17_500);
        assertThat(clocks.ran(0, 1_000, 18_900)).isEqualTo(18_500);
    }

    @Test
    void aSleepLeadsFromTheDequeueToTheEnqueueOnAnotherCpu() {
        clocks.slept(TASK, 50_000);
        assertThat(clocks.woke(1, TASK, 30_250, 81_000)).isEqualTo(80_250);
    }

    @Test
    void aWaitMovesTheClockOfThePick() {
        clocks.at(0, 40_000);
        clocks.queued(TASK, 40_000);
        clocks.waited(0, TASK, 5_000, 46_000);
        assertThat(clocks.last(0, 46_000)).isEqualTo(45_000);
    }

    /** Interrupts took the rest, or events are missing: the event's time is better than nothing. */
    @Test
    void aDifferenceThatLeadsNowhereNearIsNotBelieved() {
        clocks.picked(0, 10_000);
        assertThat(clocks.ran(0, 7_500, 90_000)).isEqualTo(90_000);
        clocks.slept(TASK, 50_000);
        assertThat(clocks.woke(1, TASK, 900_000, 81_000))
                .as("later than its event")
                .isEqualTo(81_000);
    }

    @Test
    void neverGoesBack() {
        assertThat(clocks.at(0, 20_000)).isEqualTo(20_000);
        clocks.slept(TASK, 1_000);
        assertThat(clocks.woke(0, TASK, 18_500, 20_100)).isEqualTo(20_000);
    }
}
