package rewake.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** At 0.2 µs a transfer, 1 % of a second of CPU time is 50 000 of them; a line is half busy with 250 000 in 100 ms. */
final class TgNoiseTest {
    private final TgNoise noise = new TgNoise(1_000_000_000, 100_000_000);

    @Test
    void onePercentOfTheCpuTime() {
        assertThat(noise.isNoise(100_000, 50_000)).isTrue();
        assertThat(noise.isNoise(100_000, 49_999)).isFalse();
        assertThat(noise.isNoise(50_000, 100_001)).as("more of them").isFalse();
    }

    @Test
    void whereALineIsFoughtForEveryTransferCounts() {
        assertThat(noise.isNoise(250_000, 249_999)).isTrue();
        assertThat(noise.isNoise(250_001, 250_000)).isFalse();
        assertThat(noise.isNoise(250_001, 250_001)).isTrue();
    }

    @Test
    void nothingRan() {
        assertThat(new TgNoise(0, 0).isNoise(0, 0)).isTrue();
        assertThat(new TgNoise(0, 0).isNoise(1, 0)).isFalse();
    }
}
