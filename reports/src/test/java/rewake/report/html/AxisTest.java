package rewake.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisTest {
    @Test
    void ticksAreRoundAndCoverTheValues() {
        assertThat(labels(Axis.linear(0, 37_869, 5))).isEqualTo("0 10000 20000 30000 40000");
        assertThat(labels(Axis.linear(0, 1, 5))).isEqualTo("0 0.2 0.4 0.6 0.8 1");
        assertThat(labels(Axis.linear(-0.3, 0.7, 5))).isEqualTo("-0.4 -0.2 0 0.2 0.4 0.6 0.8");
        assertThat(labels(Axis.linear(0, 0, 5))).isEqualTo("0 0.2 0.4 0.6 0.8 1");
        assertThat(labels(Axis.linear(254752.3, 254752.9, 3))).isEqualTo("254752.2 254752.4 254752.6 254752.8 254753");
        assertThat(labels(Axis.linear(0, 3e9, 3))).isEqualTo("0 1E+9 2E+9 3E+9");
    }

    @Test
    void decades() {
        assertThat(labels(Axis.log(0.003, 40))).isEqualTo("0.001 0.01 0.1 1 10 100");
        assertThat(labels(Axis.log(1, 1))).isEqualTo("1 10");
        assertThat(Axis.log(0.01, 100).position(1)).isEqualTo(0.5);
    }

    private static String labels(Axis axis) {
        return String.join(" ", axis.ticks().stream().map(Axis.Tick::label).toList());
    }
}
