package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks that sleep and stay queued: in the load with their weight, not runnable. */
final class DelayedDequeueTest {
    private static final long PERIOD = 1 << 20;
    private static final long START = 100 * PERIOD;
    private static final int[] NODE_OF = {0, 0};

    private final FairLoads fair =
            new FairLoads(2, PeltRules.V6_12, List.of(PeltRules.V6_12.tg().withLimit(TgRules.Limit.NONE)), NODE_OF, 1);
    private final int group = fair.addGroup(0, 1024, PERIOD);

    /** Task 0 has run for 1000 periods and goes to sleep while task 1 waits. */
    private long delayed() {
        for (int task = 0; task < 2; task++) fair.regroup(task, group, PERIOD);
        fair.fork(0, 0, 1024, START);
        fair.fork(1, 0, 1024, START);
        fair.pick(0, 0, START);
        fair.tick(0, START + 1000 * PERIOD);
        long now = START + 1000 * PERIOD + 1024;
        fair.delay(0, now);
        fair.pick(0, 1, now);
        return now;
    }

    private long of(int task, int average) {
        return fair.avgs.get(task, average);
    }

    /** 32 periods are a half-life. */
    @Test
    void itsLoadStaysAndTheRestDecays() {
        long now = delayed() + 32 * PERIOD;
        fair.tick(0, now);
        fair.sleep(0, now);
        assertThat(of(0, LOAD_AVG)).isBetween(1022L, 1024L);
        assertThat(of(0, RUNNABLE_AVG)).isBetween(511L, 512L);
        assertThat(of(0, UTIL_AVG)).isBetween(511L, 512L);
        assertThat(fair.first().load(group, 0)).isBetween(2044L, 2048L);
        assertThat(fair.first().runnable(group, 0))
                .as("half of one, and the other")
                .isBetween(1534L, 1537L);
        assertThat(fair.onRq(0)).isFalse();
        assertThat(fair.queued(group, 0)).isOne();
    }

    /** Neither tells the group nor reads it; what is dequeued at last does both. */
    @Test
    void theGroupIsToldWhenItIsTakenOff() {
        long now = delayed();
        long calls = count(TgCount.CALLS);
        long reads = count(TgCount.READS);
        fair.wake(0, 0, 1024, now + 10 * PERIOD);
        fair.delay(0, now + 10 * PERIOD + 2048);
        assertThat(count(TgCount.CALLS)).isEqualTo(calls);
        assertThat(count(TgCount.READS)).isEqualTo(reads);
        fair.sleep(0, now + 20 * PERIOD);
        assertThat(count(TgCount.CALLS)).isEqualTo(calls + 1);
        assertThat(count(TgCount.READS)).isEqualTo(reads + 1);
        fair.finish();
    }

    private long count(TgCount what) {
        return fair.ledger(0).of(what, group, 0);
    }

    @Test
    void aWakeUpMakesItRunnableWhereItIs() {
        long now = delayed() + 32 * PERIOD;
        fair.wake(0, 0, 1024, now);
        assertThat(fair.isDelayed(0)).isFalse();
        assertThat(fair.queued(group, 0)).isEqualTo(2);
        fair.tick(0, now + 32 * PERIOD);
        fair.sleep(0, now + 32 * PERIOD);
        assertThat(of(0, RUNNABLE_AVG)).as("half of the half, and half of one").isBetween(766L, 769L);
        assertThat(of(0, UTIL_AVG)).isBetween(255L, 256L);
    }

    @Test
    void itMovesAsItIs() {
        long now = delayed() + 32 * PERIOD;
        fair.move(0, 1, now);
        assertThat(fair.isDelayed(0)).isTrue();
        assertThat(fair.queued(group, 0)).isOne();
        assertThat(fair.queued(group, 1)).isZero();
        assertThat(fair.first().load(group, 1)).isEqualTo(of(0, LOAD_AVG));
        fair.sleep(0, now + PERIOD);
        assertThat(fair.anyOn(1)).isEqualTo(-1);
    }
}
