package rewake.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of {@code rewake fidelity} and of its matrix. */
class FidelityCommandTest {
    private static final String CLUSTERS = Cli.trace("hackbench-16cpu-clusters");
    private static final String SMT = Cli.trace("hackbench-16cpu-smt-2nodes");

    private static JsonNode json(String... args) throws IOException {
        Cli.Result result = Cli.run(args);
        assertThat(result.code()).as(result.err()).isZero();
        return new ObjectMapper().readTree(result.out());
    }

    private static JsonNode rows(JsonNode root, String table) {
        return root.path("tables").path(table);
    }

    @Test
    void theFirstRowIsThatOfWhatif() throws IOException {
        JsonNode row =
                rows(json("fidelity", CLUSTERS, "--format", "json"), "fidelity").path(0);
        JsonNode whatif =
                rows(json("whatif", CLUSTERS, "--format", "json"), "fidelity").path(0);
        assertThat(row).isEqualTo(whatif);
        assertThat(row.path("decisions").asLong()).isGreaterThan(1000);
    }

    @Test
    void aModelHasARowForEachTrial() throws IOException {
        JsonNode rows = rows(json("fidelity", CLUSTERS, SMT, "--format", "json"), "fidelity");
        assertThat(rows)
                .extracting(row -> row.path("trace").asText().contains("smt") + " "
                        + row.path("inference").asText() + " "
                        + row.path("scored").asText())
                .containsExactly(
                        "false past all",
                        "false none all",
                        "false past second_half",
                        "false first_half second_half",
                        "true past all",
                        "true none all",
                        "true past second_half",
                        "true first_half second_half");
        long all = rows.path(0).path("decisions").asLong();
        assertThat(rows.path(2).path("decisions").asLong()).isEqualTo(all - all / 2);
        assertThat(rows.path(3).path("decisions").asLong()).isEqualTo(all - all / 2);
        assertThat(rows.path(2).path("maybe_no_decision").isNull()).isTrue();
    }

    @Test
    void inferenceCanBeSwitchedOff() throws IOException {
        JsonNode both = rows(json("fidelity", CLUSTERS, "--format", "json"), "fidelity");
        JsonNode off = rows(json("fidelity", CLUSTERS, "--inference", "off", "--format", "json"), "fidelity");
        JsonNode on = rows(json("fidelity", CLUSTERS, "--inference", "on", "--format", "json"), "fidelity");
        assertThat(off).containsExactly(both.path(1));
        assertThat(on).containsExactly(both.path(0));
        assertThat(rows(json("fidelity", CLUSTERS, "--inference", "off", "--format", "json"), "confusion"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.path("inference").asText()).isEqualTo("none"));
        assertThat(off.path(0).path("exact").asLong())
                .as("what was learned is worth something here")
                .isLessThan(on.path(0).path("exact").asLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hackbench-16cpu-clusters", "hackbench-16cpu-smt-2nodes"})
    void theRecordedKernelExplainsItsRecordingBest(String run) throws IOException {
        JsonNode rows = rows(json("fidelity", "--matrix", Cli.trace(run), "--format", "json"), "matrix");
        assertThat(rows.size()).isGreaterThan(5);
        int best = 0;
        for (JsonNode row : rows) {
            assertThat(row.path("decisions"))
                    .as("all are asked about the same wake-ups")
                    .isEqualTo(rows.path(0).path("decisions"));
            assertThat(row.path("moved").asLong()).isGreaterThan(200);
            assertThat(row.path("best").asBoolean())
                    .as(row.path("model").asText())
                    .isEqualTo(row.path("recorded").asBoolean());
            if (row.path("best").asBoolean()) best++;
        }
        assertThat(best).isOne();
    }

    @Test
    void whatIsNoTraceAndWhatContradictsItselfIsAnError() throws IOException {
        String text = Cli.trace("cyclictest-8cpu").replace("perf.data", "COMMANDS.txt");
        assertThat(Cli.run("fidelity", text).code()).isEqualTo(1);
        assertThat(Cli.run("fidelity", "--matrix", "--kernel", "v6.1", CLUSTERS).code())
                .isEqualTo(2);
    }

    @Test
    void aNamedModelRulesTheStateItself() throws IOException {
        JsonNode named = rows(
                json("fidelity", CLUSTERS, "--kernel", "v6.5", "--inference", "on", "--format", "json"), "fidelity");
        JsonNode matrix = rows(json("fidelity", "--matrix", CLUSTERS, "--format", "json"), "matrix");
        assertThat(named.path(0).path("model").asText()).isEqualTo("v6.5");
        for (JsonNode row : matrix)
            if (row.path("ties").asText().contains("v6.5"))
                assertThat(named.path(0).path("exact")).isEqualTo(row.path("exact"));
    }
}
