package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static rewake.kernel.pelt.SchedAvgs.LOAD_AVG;
import static rewake.kernel.pelt.SchedAvgs.LOAD_SUM;
import static rewake.kernel.pelt.SchedAvgs.LUT;
import static rewake.kernel.pelt.SchedAvgs.PERIOD_CONTRIB;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_AVG;
import static rewake.kernel.pelt.SchedAvgs.RUNNABLE_SUM;
import static rewake.kernel.pelt.SchedAvgs.UTIL_AVG;
import static rewake.kernel.pelt.SchedAvgs.UTIL_SUM;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked examples of {@code pelt_vectors.json}, computed by a program of its own from the kernel's formulas. */
final class PeltVectorsTest {
    private static final JsonNode VECTORS = read();
    private static final long MS = 1_000_000;
    private static final long PERIOD_NS = 1 << 20;

    private static JsonNode read() {
        try (InputStream in = PeltVectorsTest.class.getResourceAsStream("pelt_vectors.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode input(String key) {
        return VECTORS.required(key).required("input");
    }

    private static JsonNode result(String key) {
        return VECTORS.required(key).required("result");
    }

    /** An entity from zero at time 0: steps of duration in ns, queued or not, running or not. */
    private static SchedAvgs run(int weight, long[]... steps) {
        var avgs = new SchedAvgs(1);
        long now = 0;
        for (long[] step : steps) {
            now += step[0];
            if (avgs.updateSum(0, now, step[1], step[1], step[2] != 0)) avgs.updateAvg(0, weight);
        }
        return avgs;
    }

    private static void assertRow(SchedAvgs avgs, int row, JsonNode expected) {
        String[] names = {"lut", "load_sum", "runnable_sum", "util_sum", "pc", "load_avg", "runnable_avg", "util_avg"};
        int[] fields = {LUT, LOAD_SUM, RUNNABLE_SUM, UTIL_SUM, PERIOD_CONTRIB, LOAD_AVG, RUNNABLE_AVG, UTIL_AVG};
        for (int i = 0; i < names.length; i++)
            assertThat(avgs.get(row, fields[i]))
                    .as(names[i])
                    .isEqualTo(expected.required(names[i]).asLong());
    }

    @Test
    void decayedValuesAndSegments() {
        JsonNode cases = input("P01_decay_load").required("cases");
        var left = new ArrayList<Long>();
        for (JsonNode c : cases)
            left.add(Decay.decay(c.get(0).asLong(), c.get(1).asLong()));
        assertThat(left).isEqualTo(numbers(result("P01_decay_load")));

        var added = new ArrayList<Long>();
        for (JsonNode c : input("P02_segments").required("periods,d1,d3"))
            added.add(Decay.segments(
                    c.get(0).asLong(), c.get(1).asLong(), c.get(2).asLong()));
        assertThat(added).isEqualTo(numbers(result("P02_segments")));
    }

    private static List<Long> numbers(JsonNode array) {
        var out = new ArrayList<Long>();
        for (JsonNode n : array) out.add(n.asLong());
        return out;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P03_run_1ms_from_zero",
                "P04_run_1024us",
                "P05_run_1ms_twice",
                "P06_run_4ms_one_update",
                "P07_run_4ms_as_4x1ms",
                "P08_run_10ms",
                "P09_run_32_periods",
                "P12_waiting_not_running",
                "P16_sub_us_updates"
            })
    void stepsFromZero(String key) {
        JsonNode steps = input(key).required("steps");
        var all = new long[steps.size()][];
        for (int i = 0; i < all.length; i++)
            all[i] = numbers(steps.get(i)).stream().mapToLong(n -> n).toArray();
        assertRow(run(1024, all), 0, result(key));
    }

    @Test
    void aLongRunSaturates() {
        JsonNode expected = result("P10_run_100ms_1s");
        assertRow(run(1024, new long[] {100 * MS, 1, 1}), 0, expected.get(0));
        assertRow(run(1024, new long[] {1000 * MS, 1, 1}), 0, expected.get(1));
    }

    @Test
    void aSleeperHalvesEvery32Periods() {
        int[] periods = {32, 64, 345, 2016, 2017};
        for (int i = 0; i < periods.length; i++)
            assertRow(
                    run(1024, new long[] {1000 * PERIOD_NS, 1, 1}, new long[] {periods[i] * PERIOD_NS, 0, 0}),
                    0,
                    result("P11_half_life_idle").get(i));
    }

    @ParameterizedTest
    @CsvSource({"8192, 8192, 0", "16384, 16384, 1", "4096, 4096, 2", "1024, 1024, 3"})
    void halfBusy(long onUnits, long offUnits, int at) {
        assertDuty(onUnits, offUnits, result("P13_duty50").get(at));
    }

    @Test
    void aQuarterBusy() {
        assertDuty(2500, 7500, result("P14_duty25_10ms"));
    }

    private static void assertDuty(long onUnits, long offUnits, JsonNode expected) {
        var avgs = new SchedAvgs(1);
        long now = 0;
        for (int cycle = 0; cycle < 400; cycle++) {
            now += onUnits * 1024;
            if (avgs.updateSum(0, now, 1, 1, true)) avgs.updateAvg(0, 1024);
            if (cycle == 399) {
                assertThat(avgs.get(0, UTIL_AVG))
                        .isEqualTo(expected.required("util_after_run").asLong());
                assertThat(avgs.get(0, LOAD_AVG))
                        .isEqualTo(expected.required("load_after_run").asLong());
            }
            now += offUnits * 1024;
            if (avgs.updateSum(0, now, 0, 0, false)) avgs.updateAvg(0, 1024);
        }
        assertThat(avgs.get(0, UTIL_AVG))
                .isEqualTo(expected.required("util_after_sleep").asLong());
        assertThat(avgs.get(0, LOAD_AVG))
                .isEqualTo(expected.required("load_after_sleep").asLong());
    }

    @ParameterizedTest
    @CsvSource({"-20, 88761", "-5, 3121", "0, 1024", "5, 335", "19, 15"})
    void aSaturatedLoadIsTheWeight(String nice, int weight) {
        var avgs = run(weight, new long[] {1000 * PERIOD_NS, 1, 1});
        assertThat(avgs.get(0, LOAD_AVG))
                .isEqualTo(result("P15_weights_nice").required(nice).asLong());
    }

    @Test
    void timeThatGoesBackOnlyMovesTheStamp() {
        var avgs = new SchedAvgs(1);
        avgs.updateSum(0, 2 * MS, 1, 1, true);
        assertThat(avgs.updateSum(0, 1_500_000, 1, 1, true)).isFalse();
        assertRow(avgs, 0, result("P17_time_backwards"));
    }

    @Test
    void averagesStandStillWithinAPeriod() {
        var steps = new long[20][];
        for (int i = 0; i < 20; i++) steps[i] = new long[] {51_200, 1 - i % 2, 1 - i % 2};
        assertRow(run(1024, steps), 0, result("P26_no_boundary_no_avg"));
    }

    @ParameterizedTest
    @CsvSource({"0, 1024", "1, 512", "2, 256"})
    void aSlowCpuIsNotABusyCpu(int at, int scale) {
        JsonNode expected = result("P18_invariance").get(at);
        var fair = new FairLoads(1, PeltRules.V6_1);
        fair.scale(0, scale);
        fair.fork(0, 0, 1024, MS);
        fair.pick(0, 0, MS);
        fair.tick(0, 21 * MS);
        fair.sleep(0, 21 * MS);
        fair.pickIdle(0, 21 * MS);
        assertThat(fair.taskUtil(0)).isEqualTo(expected.required("util").asLong());
        assertThat(fair.taskLoad(0)).isEqualTo(expected.required("load").asLong());
        assertThat(fair.clock.pelt(0)).isEqualTo(expected.required("clock_pelt").asLong());
    }

    @Test
    void aNewTaskIsAttached() {
        var fair = new FairLoads(1, PeltRules.V6_1);
        fair.fork(0, 0, 1024, 5 * MS);
        assertRow(fair.avgs, 0, result("P19_new_task_attach").required("se"));
        assertRow(fair.queues.avgs, 0, result("P19_new_task_attach").required("cfs"));
    }

    @Test
    void childrenHalveWhatIsSpare() {
        assertThat(childrenOf(PeltRules.V6_1)).isEqualTo(numbers(result("P20_fork_series_util_6.1")));
        assertThat(childrenOf(PeltRules.V6_12)).isEqualTo(numbers(result("P21_fork_series_util_6.12")));
    }

    private static List<Long> childrenOf(PeltRules rules) {
        var fair = new FairLoads(1, rules);
        var utils = new ArrayList<Long>();
        for (int task = 0; task < 6; task++) {
            fair.fork(task, 0, 1024, 5 * MS);
            utils.add(fair.taskUtil(task));
        }
        return utils;
    }

    @Test
    void kernelsDifferInAChildsUtilisation() {
        JsonNode expected = result("P21b_init_util_busy_but_light_cfs");
        assertThat(PeltRules.V6_1.spareUtil(100, 2048, 1024))
                .isEqualTo(expected.required("6.1").asLong());
        assertThat(PeltRules.V6_12.spareUtil(100, 2048, 1024))
                .isEqualTo(expected.required("6.12").asLong());
    }

    @Test
    void aWakeupElsewhereLeavesItsLoadToBeRemoved() {
        JsonNode expected = result("P22_wake_migration_removed");
        var fair = new FairLoads(2, PeltRules.V6_1);
        fair.fork(0, 0, 1024, 5 * MS);
        fair.pick(0, 0, 5 * MS);
        fair.sleep(0, 15 * MS);
        fair.pickIdle(0, 15 * MS);
        fair.wake(0, 1, 1024, 17 * MS);
        JsonNode after = expected.required("after_wake");
        assertRow(fair.avgs, 0, after.required("se"));
        assertRow(fair.queues.avgs, 0, after.required("src"));
        assertRow(fair.queues.avgs, 1, after.required("dst"));
        assertThat(fair.queues.removedLoad(0))
                .isEqualTo(after.required("src_removed").get(1).asLong());
        fair.blocked(0, 18 * MS);
        assertRow(fair.queues.avgs, 0, expected.required("src_after_blocked"));
    }

    @ParameterizedTest
    @CsvSource({"0, 3121", "1, 15"})
    void anotherWeightChangesTheLoadAtOnce(int at, int weight) {
        JsonNode expected = result("P23_reweight_nice0_to_-5_and_19").get(at);
        var fair = new FairLoads(1, PeltRules.V6_1);
        fair.fork(0, 0, 1024, MS);
        fair.pick(0, 0, MS);
        fair.tick(0, 51 * MS);
        assertThat(fair.load(0))
                .isEqualTo(expected.required("before").required("cfs").asLong());
        fair.reweight(0, weight);
        JsonNode after = expected.required("after");
        assertThat(fair.taskLoad(0)).isEqualTo(after.required("load").asLong());
        assertThat(fair.load(0)).isEqualTo(after.required("cfs").asLong());
        assertThat(fair.avgs.get(0, LOAD_SUM))
                .isEqualTo(after.required("load_sum").asLong());
        assertThat(fair.queues.avgs.get(0, LOAD_SUM))
                .isEqualTo(after.required("cfs_load_sum").asLong());
    }

    @Test
    void aLoadSumOfManyBusyTasksCollapses() {
        int at = 0;
        for (JsonNode n : input("P24_u32_clamp_truncation").required("tasks_before_detach")) {
            JsonNode expected = result("P24_u32_clamp_truncation").get(at++);
            var queues = new CfsRqs(1, TgRules.BASE);
            queues.avgs.set(0, LOAD_SUM, n.asLong() * 1024 * Decay.MAX);
            queues.avgs.set(0, LOAD_AVG, n.asLong() * 1024);
            var one = new SchedAvgs(1);
            one.set(0, LOAD_SUM, Decay.MAX);
            one.set(0, LOAD_AVG, 1024);
            queues.detach(0, one, 0, 1024);
            long stored = queues.avgs.get(0, LOAD_SUM);
            assertThat(stored).isEqualTo(expected.required("stored").asLong());
            assertThat(Decay.decay(stored, 1) / Decay.MIN_DIVIDER)
                    .isEqualTo(expected.required("load_avg_at_next_decay").asLong());
        }
    }

    @Test
    void theEstimateFollowsWhatSleepersUsed() {
        var estimate = new UtilEst(1, false);
        int at = 0;
        for (JsonNode util : input("P25_util_est_6.1").required("util at each sleep")) {
            estimate.utilChanged(0);
            estimate.slept(0, util.asLong(), 0);
            JsonNode expected = result("P25_util_est_6.1").get(at++);
            assertThat(List.of(estimate.enqueued(0), estimate.ewma(0)))
                    .isEqualTo(List.of(expected.get(0).asLong(), expected.get(1).asLong()));
        }
    }
}
