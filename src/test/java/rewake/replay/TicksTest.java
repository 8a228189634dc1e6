package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static rewake.event.EventBatch.CONTEXT_KNOWN;
import static rewake.event.EventBatch.HARDIRQ;
import static rewake.event.EventBatch.SOFTIRQ;

import org.junit.jupiter.api.Test;

/** Which run times tell of a tick. */
final class TicksTest {
    private static final int TASK = CONTEXT_KNOWN;
    private static final int IRQ = CONTEXT_KNOWN | HARDIRQ;
    private static final long T0 = 1_000_000_000;

    private final Ticks ticks = new Ticks(2);

    @Test
    void aRunTimeOutOfAnInterruptThatSaysNothingElseIsATick() {
        ticks.ran(0, true, IRQ, T0);
        assertThat(ticks.tellsOf(1, TASK, T0 + 10)).isFalse(); // another CPU
        assertThat(ticks.tellsOf(0, CONTEXT_KNOWN | SOFTIRQ, T0 + 20)).isTrue();
        assertThat(ticks.tickNs()).isEqualTo(T0);
        assertThat(ticks.tellsOf(0, TASK, T0 + 30)).isFalse(); // told once
    }

    @Test
    void anInterruptThatGoesOnQueuesATask() {
        ticks.ran(0, true, IRQ, T0);
        assertThat(ticks.tellsOf(0, IRQ, T0 + 10)).isFalse();
        assertThat(ticks.tellsOf(0, TASK, T0 + 20)).isFalse();
    }

    @Test
    void aRunTimeOfATaskOrOfAnotherTaskIsNone() {
        ticks.ran(0, true, TASK, T0);
        assertThat(ticks.tellsOf(0, TASK, T0 + 10)).isFalse();
        ticks.ran(0, false, IRQ, T0 + 20);
        assertThat(ticks.tellsOf(0, TASK, T0 + 30)).isFalse();
    }

    @Test
    void whereNoneCanBeSeenOneIsAssumedEvery4Ms() {
        assertThat(ticks.tellsOf(0, 0, 0)).isFalse(); // names and such from before the recording
        assertThat(ticks.tellsOf(0, 0, T0)).isFalse();
        ticks.ran(0, true, 0, T0 + 1_000_000); // its context is not known
        assertThat(ticks.tellsOf(0, 0, T0 + 3_999_999)).isFalse();
        assertThat(ticks.tellsOf(1, 0, T0 + 4_000_000)).isTrue();
        assertThat(ticks.tickNs()).isEqualTo(T0 + 4_000_000);
        assertThat(ticks.tellsOf(1, 0, T0 + 7_999_999)).isFalse();
        ticks.ran(0, false, TASK, T0 + 8_000_000);
        assertThat(ticks.tellsOf(1, TASK, T0 + 12_000_000)).isFalse(); // they can be seen
    }
}
