package rewake.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.api.Test;

final class LatencyBoundsTest {
    private static LatencyHistogram of(long... ns) {
        var histogram = new LatencyHistogram();
        for (long one : ns) histogram.record(one);
        return histogram;
    }

    @Test
    void whereNothingIsMissingBothBoundsAreTheFigure() {
        var bounds = new LatencyBounds(of(10, 20, 90), 0, 0, LatencyBounds.UNKNOWN);
        assertThat(List.of(bounds.countLow(), bounds.countHigh())).containsExactly(3L, 3L);
        assertThat(List.of(bounds.avgLow(), bounds.avgHigh())).containsExactly(40L, 40L);
        assertThat(List.of(bounds.maxLow(), bounds.maxHigh())).containsExactly(90L, 90L);
        assertThat(List.of(bounds.percentileLow(0.5), bounds.percentileHigh(0.5)))
                .containsExactly(20L, 20L);
    }

    @Test
    void oneMissingAndOneWrong() {
        var bounds = new LatencyBounds(of(10, 20, 30, 40, 100), 1, 1, 200);
        assertThat(bounds.countLow()).isEqualTo(4);
        assertThat(bounds.countHigh()).isEqualTo(6);
        assertThat(bounds.avgLow()).as("(10+20+30+40+0)/5").isEqualTo(20);
        assertThat(bounds.avgHigh()).as("(20+30+40+100+200)/5").isEqualTo(78);
        assertThat(bounds.maxLow()).isEqualTo(40);
        assertThat(bounds.maxHigh()).isEqualTo(200);
        assertThat(bounds.percentileLow(0.5)).as("0 10 20 30 40").isEqualTo(20);
        assertThat(bounds.percentileHigh(0.5)).as("20 30 40 100 200").isEqualTo(40);
    }

    @Test
    void whatNobodyCountedHasNoBoundsButTheLongest() {
        var bounds = new LatencyBounds(of(10, 20), LatencyBounds.UNKNOWN, 0, 70);
        assertThat(bounds.countHigh()).isNull();
        assertThat(bounds.avgHigh()).isNull();
        assertThat(bounds.percentileLow(0.5)).isNull();
        assertThat(bounds.maxHigh()).isEqualTo(70);
    }

    @Test
    void whatGoesOnAtTheEndMayLastForEver() {
        var bounds = new LatencyBounds(of(10, 20, 30), 1, 0, LatencyBounds.UNKNOWN);
        assertThat(bounds.maxLow()).isEqualTo(30);
        assertThat(bounds.maxHigh()).isNull();
        assertThat(bounds.percentileHigh(0.5)).as("the second of four").isEqualTo(20);
        assertThat(bounds.percentileHigh(0.99)).as("the fourth of four").isNull();
    }

    /** Some of a set go missing and some are replaced: every figure of the set lies within the bounds of what is left. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theTruthLiesWithin(long seed) {
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 400; round++) {
            int n = 1 + random.nextInt(60);
            int missing = random.nextInt(6);
            int wrong = random.nextInt(6);
            List<Long> truth = new ArrayList<>();
            for (int i = 0; i < n; i++) truth.add(random.nextLong(1, 1L << random.nextInt(1, 30)));
            List<Long> seen = new ArrayList<>(truth);
            Collections.shuffle(seen, new java.util.Random(seed + round));
            int gone = random.nextInt(Math.min(missing, n) + 1);
            for (int i = 0; i < gone; i++) seen.removeLast();
            for (int i = random.nextInt(wrong + 1); i > 0; i--) seen.add(random.nextLong(1 << 30));
            check(truth, new LatencyBounds(of(array(seen)), missing, wrong, 1L << 30));
        }
    }

    private static long[] array(List<Long> of) {
        return of.stream().mapToLong(Long::longValue).toArray();
    }

    private static void check(List<Long> truth, LatencyBounds bounds) {
        LatencyHistogram all = of(array(truth));
        within(bounds.countLow(), all.count(), bounds.countHigh());
        within(bounds.sumLow(), all.sumNs(), bounds.sumHigh());
        within(bounds.avgLow(), all.sumNs() / all.count(), bounds.avgHigh());
        within(bounds.maxLow(), all.maxNs(), bounds.maxHigh());
        for (double share : new double[] {0.01, 0.5, 0.9, 0.99})
            within(bounds.percentileLow(share), all.percentileNs(share), bounds.percentileHigh(share));
    }

    private static void within(@Nullable Long low, long value, @Nullable Long high) {
        if (low != null) assertThat(value).isGreaterThanOrEqualTo(low);
        if (high != null) assertThat(value).isLessThanOrEqualTo(high);
    }
}
