package rewake.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Loads against closed forms: x(t) = w + (x(0) − w)·2^(−t/32.768 ms). */
final class InferredLoadsTest {
    private static final long T0 = 1_000_000_000L;
    private static final long HALF = 32_768_000L;

    @Test
    void aRunningTaskTendsToItsWeightAndFullUtilisation() {
        var loads = new InferredLoads(2);
        loads.queued(1, 0, 1024, T0);
        loads.running(0, 1, true, T0);
        assertThat(loads.load(0, T0 + HALF)).isEqualTo(512);
        assertThat(loads.util(0, T0 + HALF)).isEqualTo(512);
        assertThat(loads.taskLoad(1, T0 + HALF)).isEqualTo(512);
        assertThat(loads.load(0, T0 + 2 * HALF)).isEqualTo(768);
        assertThat(loads.load(1, T0 + HALF)).isZero();
    }

    @Test
    void aWaitingTaskIsLoadButNotUtilisation() {
        var loads = new InferredLoads(1);
        loads.running(0, 1, true, T0);
        loads.queued(2, 0, 3072, T0);
        // 1024 and 3072 queued: half of 4096 after a half-life; one CPU's worth runs.
        assertThat(loads.load(0, T0 + HALF)).isEqualTo(2048);
        assertThat(loads.util(0, T0 + HALF)).isEqualTo(512);
    }

    @Test
    void aSleepersLoadStaysOnItsCpuAndDecaysThereButIsFrozenInTheTask() {
        var loads = new InferredLoads(2);
        loads.running(0, 1, true, T0);
        loads.slept(1, T0 + HALF);
        loads.running(0, 2, false, T0 + HALF);
        assertThat(loads.load(0, T0 + 2 * HALF)).isEqualTo(256);
        assertThat(loads.taskLoad(1, T0 + 2 * HALF)).isEqualTo(512);
    }

    @Test
    void aWakeupElsewhereTakesTheDecayedLoadAlong() {
        var loads = new InferredLoads(2);
        loads.running(0, 1, true, T0);
        loads.slept(1, T0 + HALF);
        loads.running(0, 2, false, T0 + HALF);
        loads.queued(1, 1, 1024, T0 + 2 * HALF);
        assertThat(loads.load(0, T0 + 2 * HALF)).isZero();
        assertThat(loads.load(1, T0 + 2 * HALF)).isEqualTo(256);
        assertThat(loads.taskLoad(1, T0 + 2 * HALF)).isEqualTo(256);
    }

    @Test
    void aMoveTakesLoadAndWeightAlong() {
        var loads = new InferredLoads(2);
        loads.queued(1, 0, 1024, T0);
        loads.moved(1, 1, T0 + HALF);
        assertThat(loads.load(0, T0 + HALF)).isZero();
        assertThat(loads.load(1, T0 + HALF)).isEqualTo(512);
        assertThat(loads.load(0, T0 + 2 * HALF)).isZero();
        assertThat(loads.load(1, T0 + 2 * HALF)).isEqualTo(768);
    }

    @Test
    void aChildStartsWithFullLoadAndAShareOfTheSpareUtilisation() {
        var loads = new InferredLoads(2);
        // On an unused CPU: half of what is free, 512.
        loads.forked(1, 0, 1024, T0);
        assertThat(loads.taskLoad(1, T0)).isEqualTo(1024);
        assertThat(loads.util(0, T0)).isEqualTo(512);
        // On a used one: util · weight / (load + 1) = 512 · 1024 / 1025 = 511.5, capped at (1024 − 512) / 2 = 256.
        loads.forked(2, 0, 1024, T0);
        assertThat(loads.util(0, T0)).isEqualTo(768);
    }

    /** Whatever happens to tasks, what CPUs have is what their tasks have: queued, running, asleep with decayed load. */
    @Test
    void loadIsNeitherMadeNorLost() {
        var random = new Random(7);
        var loads = new InferredLoads(4);
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
                loads.slept(task, now);
                queued[task] = false;
            } else {
                loads.moved(task, to, now);
                cpu[task] = to;
            }
        }
        // Wake all where they are: then no load is frozen any more, and the sums must meet.
        double[] perCpu = new double[4];
        for (int task = 0; task < 6; task++) {
            if (!queued[task]) loads.queued(task, cpu[task], 1024, now);
            perCpu[cpu[task]] += loads.taskLoad(task, now);
        }
        for (int c = 0; c < 4; c++)
            assertThat((double) loads.load(c, now)).isCloseTo(perCpu[c], org.assertj.core.data.Offset.offset(4.0));
    }
}
