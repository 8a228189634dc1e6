package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import rewake.kernel.pelt.PeltRules;

/**
 * What the judge reads, against closed forms: x(t) = w + (x(0) − w)·2^(−t/32 periods), where integers leave a unit or two open.
 * A period is 1.048576 ms; time begins at a boundary, so that averages are those of the instant.
 */
final class InferredLoadsTest {
    private static final long PERIOD = 1 << 20;
    private static final long HALF = 32 * PERIOD;
    private static final long T0 = 1000 * PERIOD;

    private static InferredLoads loads(int cpus) {
        return new InferredLoads(cpus, PeltRules.V6_1, null, false);
    }

    private static void assertClose(long actual, long expected) {
        assertThat(actual).isCloseTo(expected, within(2L));
    }

    @Test
    void aRunningTaskTendsToItsWeightAndFullUtilisation() {
        var loads = loads(2);
        loads.queued(1, 0, 1024, T0);
        loads.running(0, 1, true, 1024, T0);
        loads.ran(1, T0 + HALF);
        assertClose(loads.load(0, T0 + HALF), 512);
        assertClose(loads.util(0, T0 + HALF), 512);
        assertClose(loads.taskLoad(1, T0 + HALF), 512);
        loads.ran(1, T0 + 2 * HALF);
        assertClose(loads.load(0, T0 + 2 * HALF), 768);
        assertThat(loads.load(1, T0 + 2 * HALF)).isZero();
    }

    @Test
    void withStatisticsNothingAgesBetweenUpdates() {
        var loads = loads(1);
        loads.running(0, 1, true, 1024, T0);
        loads.ran(1, T0 + HALF);
        long then = loads.load(0, T0 + HALF);
        assertThat(loads.load(0, T0 + HALF + 9_999_999)).isEqualTo(then);
        // No tick is farther away than 10 ms; if statistics do not show it, they are not recorded for this task.
        assertThat(loads.load(0, T0 + HALF + 10_000_000)).isGreaterThan(then);
    }

    @Test
    void withoutStatisticsATickIsAssumedEvery4Ms() {
        var loads = loads(1);
        loads.running(0, 1, true, 1024, T0);
        assertThat(loads.load(0, T0 + 3_999_999)).isZero();
        long after4 = loads.load(0, T0 + 4_000_000);
        assertClose(after4, 81); // 4 ms from zero: 81, the worked example P06
        assertThat(loads.load(0, T0 + 7_900_000)).isEqualTo(after4);
        assertThat(loads.load(0, T0 + 8_000_000)).isGreaterThan(after4);
    }

    @Test
    void aWaitingTaskIsLoadButNotUtilisation() {
        var loads = loads(1);
        loads.running(0, 1, true, 1024, T0);
        loads.queued(2, 0, 3121, T0);
        loads.ran(1, T0 + HALF);
        assertClose(loads.load(0, T0 + HALF), (1024 + 3121) / 2);
        assertClose(loads.util(0, T0 + HALF), 512);
    }

    @Test
    void aSleepersLoadStaysAndIsAgedOnlyWhenTheBalancerComesBy() {
        var loads = loads(2);
        loads.running(0, 1, true, 1024, T0);
        loads.ran(1, T0 + HALF);
        loads.slept(1, false, T0 + HALF);
        loads.idle(0, T0 + HALF);
        loads.advance(T0 + HALF);
        loads.advance(T0 + HALF + 31_999_999);
        assertClose(loads.load(0, T0 + HALF + 31_999_999), 512);
        loads.advance(T0 + 2 * HALF);
        assertClose(loads.load(0, T0 + 2 * HALF), 256);
        assertClose(loads.taskLoad(1, T0 + 2 * HALF), 512);
    }

    @Test
    void aWakeupElsewhereTakesTheAgedLoadAlongAndTheOldCpuLosesItAtItsNextUpdate() {
        var loads = loads(2);
        loads.running(0, 1, true, 1024, T0);
        loads.ran(1, T0 + HALF);
        loads.slept(1, false, T0 + HALF);
        loads.idle(0, T0 + HALF);
        loads.queued(1, 1, 1024, T0 + HALF + 16 * PERIOD);
        // Half of a half-life later: 512 / √2. The old CPU still counts what it last knew.
        assertClose(loads.taskLoad(1, T0 + 2 * HALF), 362);
        assertClose(loads.load(1, T0 + 2 * HALF), 362);
        assertClose(loads.load(0, T0 + 2 * HALF), 512);
        loads.running(0, 2, true, 1024, T0 + 2 * HALF);
        assertThat(loads.load(0, T0 + 2 * HALF)).isLessThan(3);
    }

    @Test
    void theLoadOfTheDeadIsRemoved() {
        var loads = loads(1);
        loads.running(0, 1, true, 1024, T0);
        loads.ran(1, T0 + HALF);
        loads.slept(1, true, T0 + HALF);
        loads.running(0, 2, true, 1024, T0 + HALF + PERIOD);
        loads.ran(2, T0 + HALF + 2 * PERIOD);
        assertThat(loads.load(0, T0 + HALF + 2 * PERIOD)).isLessThan(50);
    }

    @Test
    void aMoveTakesLoadAndWeightAlong() {
        var loads = loads(2);
        loads.queued(1, 0, 1024, T0);
        loads.moved(1, 1, T0 + HALF);
        assertThat(loads.load(0, T0 + HALF)).isLessThan(2);
        assertClose(loads.load(1, T0 + HALF), 512);
        loads.running(1, 1, true, 1024, T0 + HALF);
        loads.ran(1, T0 + 2 * HALF);
        assertThat(loads.load(0, T0 + 2 * HALF)).isLessThan(2);
        assertClose(loads.load(1, T0 + 2 * HALF), 768);
    }

    @Test
    void aChildStartsWithFullLoadAndHalfOfTheSpareUtilisation() {
        var loads = loads(2);
        loads.forked(1, 0, 1024, T0);
        assertThat(loads.taskLoad(1, T0)).isEqualTo(1024);
        assertThat(loads.util(0, T0)).isEqualTo(512);
        loads.forked(2, 0, 1024, T0);
        assertThat(loads.util(0, T0)).isEqualTo(768);
    }

    @Test
    void theEstimateOfQueuedTasksCountsAsUtilisation() {
        var loads = loads(2);
        loads.running(0, 1, true, 1024, T0);
        loads.ran(1, T0 + HALF);
        loads.slept(1, false, T0 + HALF); // its estimate is 512 now
        loads.idle(0, T0 + HALF);
        loads.queued(1, 1, 1024, T0 + 3 * HALF); // util_avg is 512/4 by then
        assertClose(loads.util(1, T0 + 3 * HALF), 512);
    }

    @Test
    void aQueueThatGoesIdleIsEmptyAndOneOfAnotherClassIsNotQueued() {
        var loads = loads(1);
        loads.queued(1, 0, 1024, T0);
        loads.queued(2, 0, 1024, T0);
        loads.running(0, 1, false, 1024, T0); // boosted to real time
        loads.idle(0, T0 + PERIOD);
        loads.running(0, 3, true, 1024, T0 + HALF);
        loads.ran(3, T0 + 2 * HALF);
        // Only task 3 is queued: half of its weight, beside what one period of the others left.
        assertThat(loads.load(0, T0 + 2 * HALF)).isBetween(510L, 535L);
    }

    @Test
    void aSwitchHasTheClockOfTheLastStatistic() {
        var loads = loads(1);
        loads.running(0, 1, true, 1024, T0);
        loads.queued(2, 0, 1024, T0);
        loads.ran(1, T0 + HALF);
        loads.slept(1, false, T0 + HALF + 5_000_000); // printed late
        loads.running(0, 2, true, 1024, T0 + HALF + 5_000_000);
        assertClose(loads.util(0, T0 + HALF + 5_000_000), 512);
        assertClose(loads.taskLoad(1, T0 + HALF + 5_000_000), 512);
    }

    /** Whatever happens to tasks, what CPUs have is what their tasks have. */
    @Test
    void loadIsNeitherMadeNorLost() {
        var random = new Random(7);
        var loads = loads(4);
        int[] cpu = new int[6];
        boolean[] queued = new boolean[6];
        long now = T0;
        for (int task = 0; task < 6; task++) {
            cpu[task] = task % 4;
            loads.forked(task, cpu[task], 1024, now);
            queued[task] = true;
        }
        for (int step = 0; step < 2000; step++) {
            now += 1 + random.nextInt(3_000_000);
            int task = random.nextInt(6);
            int to = random.nextInt(4);
            if (!queued[task]) {
                loads.queued(task, to, 1024, now);
                queued[task] = true;
                cpu[task] = to;
            } else if (random.nextBoolean()) {
                loads.slept(task, false, now);
                queued[task] = false;
            } else {
                loads.moved(task, to, now);
                cpu[task] = to;
            }
        }
        // Wake all where they are, then let each run a period: nothing is pending any more, and the sums must meet.
        for (int task = 0; task < 6; task++) if (!queued[task]) loads.queued(task, cpu[task], 1024, now);
        double[] perCpu = new double[4];
        for (int task = 0; task < 6; task++) {
            now += PERIOD;
            loads.running(cpu[task], task, true, 1024, now);
        }
        for (int task = 0; task < 6; task++) {
            loads.running(cpu[task], task, true, 1024, now);
            perCpu[cpu[task]] += loads.taskLoad(task, now);
        }
        for (int c = 0; c < 4; c++) assertThat((double) loads.load(c, now)).isCloseTo(perCpu[c], within(6.0));
    }

    /** What a task ran since its average was worked out stays behind when it dies, unless exiting moved it between groups. */
    @Test
    void anExitThatMovesTheTaskLeavesNothingBehind() {
        assertThat(utilAfterShortTask(false)).isBetween(5L, 25L);
        assertThat(utilAfterShortTask(true)).isZero();
    }

    /** Where exits are recorded, what puts a task back earlier is something else. */
    @Test
    void aTaskThatIsPutBackBeforeItsExitDoesNotMove() {
        var loads = loads(1);
        loads.forked(1, 0, 1024, T0);
        loads.running(0, 1, true, 1024, T0);
        loads.requeued(1, 0, T0 + PERIOD / 2);
        loads.exits(1);
        loads.slept(1, true, T0 + PERIOD * 3 / 4);
        loads.idle(0, T0 + PERIOD * 3 / 4);
        loads.queued(2, 0, 1024, T0 + PERIOD);
        assertThat(loads.util(0, T0 + PERIOD)).isPositive();
    }

    private static long utilAfterShortTask(boolean movesAtExit) {
        var loads = loads(1);
        loads.forked(1, 0, 1024, T0);
        loads.running(0, 1, true, 1024, T0);
        long end = T0 + PERIOD * 3 / 4;
        loads.ran(1, end);
        if (movesAtExit) loads.requeued(1, 0, end);
        loads.slept(1, true, end);
        loads.idle(0, end);
        loads.queued(2, 0, 1024, T0 + PERIOD); // the first update that crosses the boundary
        return loads.util(0, T0 + PERIOD);
    }
}
