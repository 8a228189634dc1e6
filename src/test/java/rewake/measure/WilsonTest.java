package rewake.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values as published for the score interval (Wilson 1927; Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29). */
class WilsonTest {
    @ParameterizedTest
    @CsvSource({"81, 263, 0.2553, 0.3662", "15, 148, 0.0624, 0.1605", "0, 20, 0.0000, 0.1611", "1, 29, 0.0061, 0.1718"})
    void isThePublishedInterval(long hits, long n, double low, double high) {
        Wilson interval = Objects.requireNonNull(Wilson.of(hits, n));
        assertThat(interval.low()).isCloseTo(low, within(0.00005));
        assertThat(interval.high()).isCloseTo(high, within(0.00005));
        assertThat(interval.share()).isEqualTo((double) hits / n);
    }

    @Test
    void ofNothingNothingIsKnown() {
        assertThat(Wilson.of(0, 0)).isNull();
    }
}
