package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a quiet machine the model of the recorded kernel is not worse than the best predictor that knows nothing. */
class QuietFidelityTest {
    @ParameterizedTest
    @ValueSource(strings = {"schbench-8cpu", "cyclictest-8cpu", "schedidle-8cpu"})
    void notBelowTheBestNull(String run) throws IOException {
        Cli.Result result = Cli.run("whatif", Cli.trace(run), "--format", "json");
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode root = new ObjectMapper().readTree(result.out());
        JsonNode row = root.path("tables").path("fidelity").path(0);
        double best = Math.max(
                row.path("null_prev_share").asDouble(),
                row.path("null_idle_share").asDouble());
        assertThat(row.path("decisions").asLong()).isPositive();
        assertThat(row.path("exact_share").asDouble()).isGreaterThanOrEqualTo(best);
        boolean skilled =
                row.path("skill").asDouble() > 0 || row.path("exact_share").asDouble() >= 0.99;
        assertThat(root.path("evidence").path("claim").asText())
                .startsWith(skilled ? "per decision" : "not supported: skill 0.00");
    }
}
