package rewake.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    private static final double[] SHARES = {0.0, 0.01, 0.5, 0.95, 0.99, 0.999, 1.0};

    @Test
    void percentilesAreWithinTheStatedErrorOfTheSortedValues() {
        RandomGenerator random =
                RandomGeneratorFactory.of("Xoroshiro128PlusPlus").create(7);
        long[] values = new long[20_000];
        var histogram = new LatencyHistogram();
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) Math.exp(random.nextDouble() * 30);
            histogram.record(values[i]);
        }
        Arrays.sort(values);
        for (double share : SHARES) {
            long exact = values[Math.max(0, (int) Math.ceil(share * values.length) - 1)];
            assertThat((double) histogram.percentileNs(share))
                    .isCloseTo((double) exact, within(Math.max(1, exact * 0.004)));
        }
        assertThat(histogram.maxNs()).isEqualTo(values[values.length - 1]);
        assertThat(histogram.sumNs()).isEqualTo(Arrays.stream(values).sum());
    }

    @Test
    void smallValuesAreExact() {
        var histogram = new LatencyHistogram();
        for (long ns = 255; ns >= 0; ns--) histogram.record(ns);
        assertThat(histogram.percentileNs(0.5)).isEqualTo(127);
        assertThat(histogram.percentileNs(1)).isEqualTo(255);
        assertThat(histogram.percentileNs(0.001)).isZero();
    }

    @Test
    void sumsOfHistogramsAreHistogramsOfTheSum() {
        var all = new LatencyHistogram();
        var odd = new LatencyHistogram();
        var even = new LatencyHistogram();
        for (long ns = 1; ns < 3_000_000; ns += 977) {
            all.record(ns);
            ((ns & 1) == 0 ? even : odd).record(ns);
        }
        var sum = new LatencyHistogram();
        sum.add(even);
        sum.add(odd);
        sum.add(new LatencyHistogram());
        for (double share : SHARES) assertThat(sum.percentileNs(share)).isEqualTo(all.percentileNs(share));
        assertThat(sum.count()).isEqualTo(all.count());
        assertThat(sum.maxNs()).isEqualTo(all.maxNs());
    }

    @Test
    void nothingIsUnknownNotZero() {
        assertThat(new LatencyHistogram().percentileNs(0.99)).isEqualTo(-1);
    }

    @Test
    void theLongestDurationFits() {
        var histogram = new LatencyHistogram();
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.percentileNs(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void unknownDurationsBoundAPercentile() {
        var h = new LatencyHistogram();
        for (int i = 1; i <= 8; i++) h.record(i);
        assertThat(h.boundNs(0.5, 0, false)).isEqualTo(4);
        assertThat(h.boundNs(0.5, 0, true)).isEqualTo(4);
        assertThat(h.boundNs(0.5, 2, false)).isEqualTo(3);
        assertThat(h.boundNs(0.5, 2, true)).isEqualTo(5);
        assertThat(h.boundNs(0.99, 2, true)).isEqualTo(-1);
        assertThat(h.boundNs(0.1, 2, false)).isEqualTo(-1);
    }

    @Test
    void bucketsTellTheDistributionAndHoldTheirDurations() {
        var h = new LatencyHistogram();
        h.record(7);
        h.record(7);
        h.record(1_000_003);
        var told = new java.util.ArrayList<String>();
        h.forEach((low, high, n) -> {
            boolean holds = (low <= 1_000_003 && 1_000_003 <= high) || (low == 7 && high == 7);
            told.add(n + (holds ? " in" : " out"));
            assertThat(high - low).isLessThanOrEqualTo(low / 128);
        });
        assertThat(told).containsExactly("2 in", "1 in");
    }
}
