package rewake.kernel.pelt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WeightedErrorsTest {
    @Test
    void meansAreExactAndThePercentileIsWithinItsBucket() {
        var random = new Random(3);
        for (int scale : new int[] {10, 1000, 1_000_000}) {
            var errors = new WeightedErrors();
            long[] values = new long[4001];
            double sum = 0;
            for (int i = 0; i < values.length; i++) {
                long value = Math.round(random.nextGaussian() * scale);
                values[i] = Math.abs(value);
                sum += value;
                errors.add(value, 7);
            }
            Arrays.sort(values);
            double exact = values[(int) (values.length * 0.95)];
            assertThat(errors.mean()).isCloseTo(Arrays.stream(values).average().orElseThrow(), within(1e-6));
            assertThat(errors.signedMean()).isCloseTo(sum / values.length, within(1e-6));
            assertThat(errors.max()).isEqualTo(values[values.length - 1]);
            assertThat(errors.weight()).isEqualTo(7.0 * values.length);
            assertThat(errors.p95()).isCloseTo(exact, within(exact < 16 ? 0 : exact * 0.0625));
        }
    }

    @Test
    void weightDecides() {
        var errors = new WeightedErrors();
        errors.add(100, 94);
        errors.add(-5, 6);
        errors.add(3, 0);
        assertThat(errors.mean()).isEqualTo(94.3);
        assertThat(errors.signedMean()).isEqualTo(93.7);
        errors.add(0, 2000);
        assertThat(errors.p95()).isZero();
        assertThat(new WeightedErrors().mean()).isZero();
    }
}
