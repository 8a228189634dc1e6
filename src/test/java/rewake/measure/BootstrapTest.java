package rewake.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rewake.HandMade;
import rewake.measure.Bootstrap.Interval;

/** Intervals hold the truth about as often as they promise: on traces whose truth is known, over many seeds. */
final class BootstrapTest {
    private static final int SEEDS = 100;
    private static final double RATE_PER_US = 0.02;
    private static final double MEDIAN_US = 5;
    private static final double SIGMA = 0.8;

    /**
     * One CPU of its own for each task: woken at exponential distances, waits log-normally long for its idle CPU, runs 1 µs. Of
     * waits the truth is closed-form; of the rate, one over the mean of a whole cycle.
     */
    private static HandMade trace(long seed, double medianUs) {
        var random = new Random(seed);
        var text = new StringBuilder();
        double end = 60_000;
        for (int cpu = 0; cpu < 2; cpu++) {
            String task = "t" + cpu + ":" + (10 + cpu);
            text.append("0 [%d] idle:0 stat_runtime idle:0%n".formatted(cpu));
            double at = 1;
            while (true) {
                at += -Math.log(1 - random.nextDouble()) / RATE_PER_US;
                double wait = medianUs * Math.exp(SIGMA * random.nextGaussian());
                if (at + wait + 1 > end) break;
                text.append("%.3f [%d] idle:0 waking %s target_cpu=%d%n".formatted(at, cpu, task, cpu));
                text.append("%.3f [%d] idle:0 wakeup %s target_cpu=%d%n".formatted(at, cpu, task, cpu));
                text.append("%.3f [%d] idle:0 switch idle:0 R ==> %s%n".formatted(at + wait, cpu, task));
                text.append("%.3f [%d] %s switch %s S ==> idle:0%n".formatted(at + wait + 1, cpu, task, task));
                at += wait + 1;
            }
        }
        return HandMade.flat(2).lines(text + "%.3f [0] idle:0 stat_runtime idle:0".formatted(end));
    }

    private static double quantile(double normal) {
        return 1000 * MEDIAN_US * Math.exp(SIGMA * normal);
    }

    @Test
    void theTruthIsInNinetyToNinetyNineOfAHundredIntervals() {
        double cycleUs = 1 / RATE_PER_US + MEDIAN_US * Math.exp(SIGMA * SIGMA / 2) + 1;
        double[] truths = {
            quantile(0),
            quantile(1.6448536),
            quantile(2.3263479),
            quantile(0) * Math.exp(SIGMA * SIGMA / 2),
            2e6 / cycleUs
        };
        Metric[] metrics = {
            Metric.WAKEUP_LATENCY_P50,
            Metric.WAKEUP_LATENCY_P95,
            Metric.WAKEUP_LATENCY_P99,
            Metric.WAIT_PER_RUN,
            Metric.WAKEUPS
        };
        int[] held = new int[metrics.length];
        for (int seed = 0; seed < SEEDS; seed++) {
            DiffSide side = Sides.of("a", trace(seed, MEDIAN_US));
            var diff = new Diff(side, side, List.of("all"), seed);
            for (int m = 0; m < metrics.length; m++) {
                Interval interval = row(diff, metrics[m]).aInterval();
                assertThat(interval.exists()).as(metrics[m].id()).isTrue();
                if (interval.low() <= truths[m] && truths[m] <= interval.high()) held[m]++;
            }
        }
        assertThat(Arrays.stream(held)
                        .mapToDouble(h -> (double) h / SEEDS)
                        .boxed()
                        .toList())
                .as("coverage of p50, p95, p99, mean, rate")
                .allSatisfy(share -> assertThat(share).isBetween(0.90, 0.99));
    }

    @Test
    void twoRunsOfTheSameAreNoiseAndAChangedOneIsNot() {
        int noise = 0;
        int seen = 0;
        int runs = SEEDS / 2;
        for (int seed = 0; seed < runs; seed++) {
            DiffSide base = Sides.of("a", trace(seed, MEDIAN_US));
            DiffSide same = Sides.of("b", trace(1000 + seed, MEDIAN_US));
            DiffSide slower = Sides.of("c", trace(2000 + seed, MEDIAN_US * 1.15));
            if (Boolean.TRUE.equals(p95(base, same).noise())) noise++;
            if (Boolean.FALSE.equals(p95(base, slower).noise())) seen++;
        }
        assertThat((double) noise / runs).isBetween(0.90, 1.0);
        assertThat((double) seen / runs).isGreaterThan(0.3);
    }

    private static DiffRow p95(DiffSide a, DiffSide b) {
        return row(new Diff(a, b, List.of("all"), 1), Metric.WAKEUP_LATENCY_P95);
    }

    private static DiffRow row(Diff diff, Metric metric) {
        return Objects.requireNonNull(diff.row(metric, "all"));
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void aResampleHasAsManyBlocksAsThereAre(int repeats) {
        int[] blocks = new int[repeats];
        Arrays.fill(blocks, 20);
        for (double[] draw : Bootstrap.weights(blocks, new SplittableRandom(7)))
            assertThat(Arrays.stream(draw).sum()).isCloseTo(20 * repeats, within(1e-9));
    }

    @Test
    void theIntervalIsTheMiddleOfTheResamples() {
        double[] values = new double[Bootstrap.DRAWS];
        Arrays.setAll(values, i -> i);
        assertThat(Bootstrap.interval(values)).isEqualTo(new Interval(25, 974));
        ToDoubleFunction<Integer> known = n -> {
            for (int i = 0; i < n; i++) values[i] = Double.NaN;
            return Bootstrap.interval(values).low();
        };
        assertThat(known.applyAsDouble(20)).isEqualTo(35);
        assertThat(known.applyAsDouble(26)).isNaN();
    }
}
